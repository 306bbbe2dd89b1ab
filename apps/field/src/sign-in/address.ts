/** What the address bar holds: the token of a mailed link, which must not stay there, and where to go afterwards. */

/** Token of a fragment such as `#token=abc`; undefined where there is none. */
export const tokenOf = (fragment: string): string | undefined => {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('token')
  return token ? token : undefined
}

/** Reads the token and takes it out of the address bar and the history. */
export const takeToken = (): string | undefined => {
  const token = tokenOf(location.hash)
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  return token
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
