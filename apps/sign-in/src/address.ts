/** Reads the page and the tokens from the URL; tokens are removed from it. */

export type Arrival =
  | { readonly kind: 'PLAIN' }
  /** the token of an emailed link */
  | { readonly kind: 'LINK'; readonly token: string }
  /** after single sign-on; the token is valid for one minute */
  | { readonly kind: 'ORGANISATION'; readonly token: string }
  | { readonly kind: 'GOOGLE'; readonly credential: string; readonly state: string }
  | { readonly kind: 'MICROSOFT'; readonly code: string; readonly state: string }
  /** the provider returned an error */
  | { readonly kind: 'REFUSED'; readonly error: string; readonly state: string }
  /** our own redirect failed */
  | { readonly kind: 'TROUBLE'; readonly code: string }

/** Query parameters that providers add to the redirect URL. */
const ofProviders = [
  'code',
  'state',
  'error',
  'error_description',
  'error_uri',
  'session_state',
  'client_info',
  'iss',
]

/** @param fragment e.g. `#token=abc` @param query e.g. `?code=abc&state=def` */
export const arrivalOf = (fragment: string, query: string): Arrival => {
  const inFragment = new URLSearchParams(fragment.replace(/^#/, ''))
  const inQuery = new URLSearchParams(query)
  const hash = (name: string): string => inFragment.get(name) ?? ''
  const search = (name: string): string => inQuery.get(name) ?? ''
  if (hash('token')) return { kind: 'LINK', token: hash('token') }
  if (hash('sso')) return { kind: 'ORGANISATION', token: hash('sso') }
  if (hash('id_token')) return { kind: 'GOOGLE', credential: hash('id_token'), state: hash('state') }
  if (hash('trouble')) return { kind: 'TROUBLE', code: hash('trouble') }
  if (hash('error')) return { kind: 'REFUSED', error: hash('error'), state: hash('state') }
  if (search('error')) return { kind: 'REFUSED', error: search('error'), state: search('state') }
  if (search('code')) return { kind: 'MICROSOFT', code: search('code'), state: search('state') }
  return { kind: 'PLAIN' }
}

/** What the link of an invitation says of it; the names were chosen by strangers and are shown as text only. */
export interface Invited {
  readonly organisation: string
  /** empty if not known */
  readonly name: string
}

export const invitedOf = (fragment: string): Invited | undefined => {
  const told = new URLSearchParams(fragment.replace(/^#/, ''))
  const organisation = told.get('organisation')
  return organisation ? { organisation, name: told.get('name') ?? '' } : undefined
}

/** The query without the parameters of a provider. */
export const ownQuery = (query: string): string => {
  const own = new URLSearchParams(query)
  for (const name of ofProviders) own.delete(name)
  const text = own.toString()
  return text === '' ? '' : `?${text}`
}

/** Reads the tokens and removes them from the address bar and the history. */
export const takeArrival = (): Arrival => {
  const arrival = arrivalOf(location.hash, location.search)
  if (arrival.kind !== 'PLAIN' || location.hash)
    history.replaceState(history.state, '', location.pathname + ownQuery(location.search))
  return arrival
}

export type PageName = 'sign-in' | 'link-sent' | 'welcome' | 'reset' | 'register'

/** The page of a path; the sign-in page for an unknown one. */
export const pageOf = (path: string): PageName => {
  const name = path.replace(/^\/app\//, '').replace(/\/$/, '')
  if (name === 'forgot') return 'reset'
  return name === 'link-sent' || name === 'welcome' || name === 'reset' || name === 'register'
    ? name
    : 'sign-in'
}
