/** The routes of the technician app and their paths. */

export type Route =
  | { readonly name: 'tasks' }
  | { readonly name: 'task'; readonly id: string }
  | { readonly name: 'finish'; readonly id: string }
  | { readonly name: 'waiting' }
  | { readonly name: 'me' }
  | { readonly name: 'profile' }
  | { readonly name: 'security' }
  | { readonly name: 'shift' }
  | { readonly name: 'notifications' }
  | { readonly name: 'help' }
  | { readonly name: 'scan' }
  | { readonly name: 'room'; readonly id: string }
  /** `id` of the amenity, if known */
  | { readonly name: 'problem'; readonly id?: string | undefined }
  | { readonly name: 'unknown' }

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const taskPath = new RegExp(`^/app/work/tasks/(${uuid})(/finish)?$`)
const roomPath = new RegExp(`^/app/work/rooms/(${uuid})(/problem)?$`)

export const routeOf = (path: string): Route => {
  const plain = path.replace(/\/+$/, '')
  if (plain === '/app/work' || plain === '/app/work/tasks') return { name: 'tasks' }
  if (plain === '/app/work/waiting') return { name: 'waiting' }
  if (plain === '/app/work/me') return { name: 'me' }
  if (plain === '/app/work/me/profile') return { name: 'profile' }
  if (plain === '/app/work/me/security') return { name: 'security' }
  if (plain === '/app/work/me/shift') return { name: 'shift' }
  if (plain === '/app/work/me/notifications') return { name: 'notifications' }
  if (plain === '/app/work/me/help') return { name: 'help' }
  if (plain === '/app/work/scan') return { name: 'scan' }
  if (plain === '/app/work/problem') return { name: 'problem' }
  const [, room, problem] = roomPath.exec(plain) ?? []
  if (room) return { name: problem ? 'problem' : 'room', id: room }
  const [, id, finish] = taskPath.exec(plain) ?? []
  if (id) return { name: finish ? 'finish' : 'task', id }
  return { name: 'unknown' }
}

export const pathOf = (route: Exclude<Route, { name: 'unknown' }>): string => {
  switch (route.name) {
    case 'tasks':
      return '/app/work'
    case 'task':
      return `/app/work/tasks/${route.id}`
    case 'finish':
      return `/app/work/tasks/${route.id}/finish`
    case 'waiting':
      return '/app/work/waiting'
    case 'me':
      return '/app/work/me'
    case 'profile':
      return '/app/work/me/profile'
    case 'security':
      return '/app/work/me/security'
    case 'shift':
      return '/app/work/me/shift'
    case 'notifications':
      return '/app/work/me/notifications'
    case 'help':
      return '/app/work/me/help'
    case 'scan':
      return '/app/work/scan'
    case 'room':
      return `/app/work/rooms/${route.id}`
    case 'problem':
      return route.id ? `/app/work/rooms/${route.id}/problem` : '/app/work/problem'
  }
}
