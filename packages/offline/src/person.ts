/** The current user of this phone, also after their session has expired. */

import { personName } from '#client/realm-names.ts'
import type { Realm } from '#client/realms.ts'
import { type PersonalStore, type Session, sessionOf, type TokenStore } from '#client/session.ts'
import type { Owner } from './operation.ts'

const isOwner = (value: unknown): value is Owner =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Owner).id === 'string' &&
  typeof (value as Owner).name === 'string'

export interface Persons {
  /** sessions of the user who opened this page */
  readonly sessions: PersonalStore
  /** the signed-in user, also after the session has expired; undefined after signing out */
  current(): Owner | undefined
  /** called on signing out */
  leave(): void
}

export const createPersons = (
  realm: Realm,
  browser: TokenStore,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = localStorage,
): Persons => {
  const place = personName(realm)
  const remembered = (): Owner | undefined => {
    try {
      const value: unknown = JSON.parse(storage.getItem(place) ?? 'null')
      return isOwner(value) ? value : undefined
    } catch {
      return undefined
    }
  }
  const remember = (owner: Owner): void => {
    try {
      storage.setItem(place, JSON.stringify(owner))
    } catch {
      // Storage is disabled: the user is known as long as the session.
    }
  }
  const ownerOf = ({ user }: Session): Owner => ({ id: user.id, name: user.name ?? user.email })
  const first = browser.read()
  let mine = first ? ownerOf(first) : remembered()
  const sessions = sessionOf(browser, mine?.id)
  return {
    sessions,
    current: () => {
      const session = sessions.read()
      if (session) {
        mine = ownerOf(session)
        remember(mine)
      } else if (!sessions.other() && remembered()?.id !== mine?.id) return undefined
      return mine
    },
    leave: () => {
      try {
        storage.removeItem(place)
      } catch {
        // Storage is disabled, so nothing was stored.
      }
    },
  }
}
