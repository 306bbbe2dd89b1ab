/** What the address bar holds: tokens, which must not stay there, and which page is asked for. */

export type Arrival =
  | { readonly kind: 'PLAIN' }
  /** the token of a mailed link */
  | { readonly kind: 'LINK'; readonly token: string }
  /** confirmed by the person's organisation; the token lives a minute */
  | { readonly kind: 'ORGANISATION'; readonly token: string }
  | { readonly kind: 'GOOGLE'; readonly credential: string; readonly state: string }
  | { readonly kind: 'MICROSOFT'; readonly code: string; readonly state: string }
  /** the provider sent the person back without an account */
  | { readonly kind: 'REFUSED'; readonly error: string; readonly state: string }
  /** our own redirect could not go on */
  | { readonly kind: 'TROUBLE'; readonly code: string }

/** What providers add to the address of their way back. */
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

/** The query without what a provider has added to it. */
export const ownQuery = (query: string): string => {
  const own = new URLSearchParams(query)
  for (const name of ofProviders) own.delete(name)
  const text = own.toString()
  return text === '' ? '' : `?${text}`
}

/** Reads what has arrived and takes it out of the address bar and the history. */
export const takeArrival = (): Arrival => {
  const arrival = arrivalOf(location.hash, location.search)
  if (arrival.kind !== 'PLAIN' || location.hash)
    history.replaceState(history.state, '', location.pathname + ownQuery(location.search))
  return arrival
}

export type PageName = 'sign-in' | 'link-sent' | 'welcome' | 'reset' | 'register'

/** Which page a path asks for; an unknown one is the sign-in page. */
export const pageOf = (path: string): PageName => {
  const name = path.replace(/^\/app\//, '').replace(/\/$/, '')
  if (name === 'forgot') return 'reset'
  return name === 'link-sent' || name === 'welcome' || name === 'reset' || name === 'register'
    ? name
    : 'sign-in'
}
