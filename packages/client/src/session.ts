/** Who is signed in on this browser: one record, shared by the sign-in pages, the field app and the desk app. */
import type { Role } from '#contracts/kit/vocabulary.ts'

export interface Session {
  readonly accessToken: string
  readonly refreshToken: string
  /** milliseconds; a refresh with this token was sent then, and its answer has not come */
  readonly refreshAskedAt?: number | undefined
  readonly user: {
    readonly id: string
    readonly email: string
    /** absent after a sign-in by link, until the caller's record was read */
    readonly name?: string
    readonly roles: readonly Role[]
  }
}

/** The roles that its person had when it was signed; nothing where it is no token of ours. Read, not believed: the service decides. */
export const rolesIn = (accessToken: string): { readonly roles?: readonly Role[] } => {
  try {
    // Nothing in it is written otherwise in base64url.
    const { roles } = JSON.parse(atob(accessToken.split('.')[1] ?? ''))
    return { roles }
  } catch {
    return {}
  }
}

/** Where a session is kept. `write` and `clear` notify every subscriber, in other tabs as well. */
export interface TokenStore {
  read(): Session | undefined
  write(session: Session): void
  clear(): void
  /** @returns ends the subscription */
  subscribe(listener: (session: Session | undefined) => void): () => void
}

export const sessionKey = 'wellkept.session'

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

/** What is written elsewhere reaches `listener` without a turn of our own. */
type Bell = (listener: (key: string | null) => void) => () => void

interface StorageEvents {
  readonly addEventListener?: (type: 'storage', heard: (event: { key: string | null }) => void) => void
  readonly removeEventListener?: (type: 'storage', heard: (event: { key: string | null }) => void) => void
}

const storageBell: Bell = (listener) => {
  const page = globalThis as StorageEvents
  const heard = (event: { key: string | null }): void => listener(event.key)
  page.addEventListener?.('storage', heard)
  return () => page.removeEventListener?.('storage', heard)
}

/**
 * @param storage localStorage, or anything like it; private windows that refuse to write keep it in memory
 */
export const createSessionStore = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = localStorage,
  bell: Bell = storageBell,
): TokenStore => {
  const listeners = new Set<(session: Session | undefined) => void>()
  let memory: Session | undefined
  const read = (): Session | undefined => {
    try {
      return parse(storage.getItem(sessionKey)) ?? memory
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
        storage.setItem(sessionKey, JSON.stringify(session))
        memory = undefined
      } catch {
        memory = session
      }
      notify()
    },
    clear: () => {
      memory = undefined
      try {
        storage.removeItem(sessionKey)
      } catch {
        // nothing was kept there
      }
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      const silence = bell((key) => {
        if (key === sessionKey || key === null) listener(read())
      })
      return () => {
        listeners.delete(listener)
        silence()
      }
    },
  }
}

/** The store as one person's page sees it: a session of somebody else is neither read nor changed here. */
export interface PersonalStore extends TokenStore {
  /** who is signed in on this browser now in place of this person */
  other(): Session['user'] | undefined
}

/** @param person id of the user whose page it is; left out: whoever is signed in now */
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
