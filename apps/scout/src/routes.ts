/** The addresses of the app. */

export type Route =
  | { readonly name: 'rounds' }
  | { readonly name: 'activate' }
  | { readonly name: 'extra' }
  | { readonly name: 'walk'; readonly roundId: string }
  | { readonly name: 'submit'; readonly roundId: string }
  | { readonly name: 'stop'; readonly roundId: string; readonly stopId: string }
  | { readonly name: 'findings' }
  | { readonly name: 'finding'; readonly id: string }
  /** of an amenity; inspection and question are in the query */
  | { readonly name: 'report'; readonly amenityId: string }
  | { readonly name: 'waiting' }
  | { readonly name: 'me' }
  | { readonly name: 'unknown' }

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const roundPath = new RegExp(`^/scout/rounds/${id}(/submit)?(?:/stops/${id})?$`)
const findingPath = new RegExp(`^/scout/findings/${id}$`)
const reportPath = new RegExp(`^/scout/report/${id}$`)
const plain = {
  '/scout': 'rounds',
  '/scout/activate': 'activate',
  '/scout/extra': 'extra',
  '/scout/findings': 'findings',
  '/scout/waiting': 'waiting',
  '/scout/me': 'me',
} as const

export const routeOf = (path: string): Route => {
  const bare = path.replace(/\/+$/, '')
  if (bare in plain) return { name: plain[bare as keyof typeof plain] }
  const [, roundId, submit, stopId] = roundPath.exec(bare) ?? []
  if (roundId && stopId) return { name: 'stop', roundId, stopId }
  if (roundId) return { name: submit ? 'submit' : 'walk', roundId }
  const [, finding] = findingPath.exec(bare) ?? []
  if (finding) return { name: 'finding', id: finding }
  const [, amenityId] = reportPath.exec(bare) ?? []
  return amenityId ? { name: 'report', amenityId } : { name: 'unknown' }
}

export const paths = {
  rounds: '/scout',
  activate: '/scout/activate',
  extra: '/scout/extra',
  findings: '/scout/findings',
  waiting: '/scout/waiting',
  me: '/scout/me',
  walk: (roundId: string): string => `/scout/rounds/${roundId}`,
  submit: (roundId: string): string => `/scout/rounds/${roundId}/submit`,
  stop: (roundId: string, stopId: string): string => `/scout/rounds/${roundId}/stops/${stopId}`,
  finding: (one: string): string => `/scout/findings/${one}`,
  report: (amenityId: string, inspectionId?: string, questionId?: string): string =>
    `/scout/report/${amenityId}${inspectionId ? `?inspection=${inspectionId}${questionId ? `&question=${questionId}` : ''}` : ''}`,
}
