/** Support opens the desk with a token in the fragment of the address, for that tab alone. */

import { type Realm, staff, support } from '#client/realms.ts'
import { createSessionStore } from '#client/session.ts'

/** Whose session this tab has. */
export const realmOfTab = (): Realm => {
  const store = createSessionStore(sessionStorage, undefined, support)
  const accessToken = /^#support=([\w.-]+)$/.exec(location.hash)?.[1]
  if (accessToken) {
    store.write({ accessToken, refreshToken: '', user: { id: '', email: '', roles: ['ADMIN'] } })
    history.replaceState(null, '', `${location.pathname}${location.search}`)
  }
  return store.read() ? support : staff
}
