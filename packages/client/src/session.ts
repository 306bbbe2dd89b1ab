/** The session of a realm on this browser: one record, shared by the apps of that realm. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import { type Realm, staff } from './realms.ts'

export interface Session {
  readonly accessToken: string
  /** empty in a realm that does not refresh */
  readonly refreshToken: string
  /** milliseconds; time of a refresh with this token whose answer has not come */
  readonly refreshAskedAt?: number | undefined
  readonly user: {
    readonly id: string
    readonly email: string
    /** missing after a sign-in by link, until the current user was read */
    readonly name?: string
    readonly roles: readonly Role[]
  }
}

/**
 * Roles in the payload of an access token, empty if it is not one. Unverified, for display only: the service decides.
 */
export const rolesIn = (accessToken: string): { readonly roles?: readonly Role[] } => {
  try {
    // JSON of these characters needs no base64url-specific decoding.
    const { roles } = JSON.parse(atob(accessToken.split('.')[1] ?? ''))
    return { roles }
  } catch {
    return {}
  }
}

/** Store of a session. `write` and `clear` notify all subscribers, also in other tabs. */
export interface TokenStore {
  read(): Session | undefined
  write(session: Session): void
  clear(): void
  /** @returns ends the subscription */
  subscribe(listener: (session: Session | undefined) => void): () => void
}

const isSession = (value: unknown): value is Session => {
  if (typeof value !== 'object' || value === null) return false
  const { accessToken, refreshToken, user } = value as Record<string, unknown>
  return (
    typeof accessToken === 'string' &&
    typeof refreshToken === 'string' &&
    typeof user === 'object' &&
    user !== null &&
    Array.isArray((user as Record<string, unknown>).roles)
  )
}

const parse = (text: string | null): Session | undefined => {
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isSession(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Subscribes to storage changes by other tabs. */
type OnStorage = (listener: (key: string | null) => void) => () => void

interface StorageEvents {
  readonly addEventListener?: (type: 'storage', listener: (event: { key: string | null }) => void) => void
  readonly removeEventListener?: (type: 'storage', listener: (event: { key: string | null }) => void) => void
}

const onStorageEvent: OnStorage = (listener) => {
  const page = globalThis as StorageEvents
  const onStorage = (event: { key: string | null }): void => listener(event.key)
  page.addEventListener?.('storage', onStorage)
  return () => page.removeEventListener?.('storage', onStorage)
}

/** @param storage localStorage or a substitute; the session stays in memory if a private window refuses to write */
export const createSessionStore = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = localStorage,
  onStorage: OnStorage = onStorageEvent,
  { key }: Realm = staff,
): TokenStore => {
  const listeners = new Set<(session: Session | undefined) => void>()
  let memory: Session | undefined
  const read = (): Session | undefined => {
    try {
      return parse(storage.getItem(key)) ?? memory
    } catch {
      return memory
    }
  }
  const notify = (): void => {
    const session = read()
    for (const listener of listeners) listener(session)
  }
  return {
    read,
    write: (session) => {
      try {
        storage.setItem(key, JSON.stringify(session))
        memory = undefined
      } catch {
        memory = session
      }
      notify()
    },
    clear: () => {
      memory = undefined
      try {
        storage.removeItem(key)
      } catch {
        // nothing was stored
      }
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      const unsubscribe = onStorage((changed) => {
        if (changed === key || changed === null) listener(read())
      })
      return () => {
        listeners.delete(listener)
        unsubscribe()
      }
    },
  }
}

/** The store of one person's page: it neither reads nor changes the session of another person. */
export interface PersonalStore extends TokenStore {
  /** another person who is now signed in on this browser */
  other(): Session['user'] | undefined
}

/** @param person id of the page's user; default: the person who is signed in now */
export const sessionOf = (
  store: TokenStore,
  person: string | undefined = store.read()?.user.id,
): PersonalStore => {
  const own = (session: Session | undefined): Session | undefined =>
    session?.user.id === person ? session : undefined
  return {
    read: () => own(store.read()),
    write: (session) => {
      if (own(session) && own(store.read())) store.write(session)
    },
    clear: () => {
      if (own(store.read())) store.clear()
    },
    subscribe: (listener) => store.subscribe((session) => listener(own(session))),
    other: () => {
      const session = store.read()
      return own(session) ? undefined : session?.user
    },
  }
}
