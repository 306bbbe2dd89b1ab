/** The arena's session, which the session of staff on this phone opens without asking for anything. */
import { type Client, createClient } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { players, type Realm, staff } from '#client/realms.ts'
import { type PersonalStore, type Session, sessionOf, type TokenStore } from '#client/session.ts'
import { openArenaSession } from '#contracts/arena.ts'

/** The sessions of staff as they open others: their token goes with the calls that give one. */
const entering: Realm = { ...staff, access: 'entry' }

export interface ArenaClient {
  /** Opens a session where there is none or it has ended, and repeats the call. @throws ApiError */
  readonly call: Client['call']
}

interface Settings {
  readonly me: () => { readonly id: string } | undefined
  readonly ofStaff: PersonalStore
  /** of the arena, shared by the tabs of this browser */
  readonly kept: TokenStore
  /** of the page */
  readonly language: () => string
  /** why no session could be opened; undefined: one is open */
  readonly onEnter: (refused: 'SIGNED_OUT' | 'CLOSED' | undefined) => void
}

const isRefused = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code

export const createArenaClient = ({ me, ofStaff, kept, language, onEnter }: Settings): ArenaClient => {
  const entry = createClient({ baseUrl: '', tokens: ofStaff, realm: entering })
  const client = createClient({
    baseUrl: '',
    tokens: sessionOf(kept, me()?.id),
    realm: players,
    // The service says rules in the language of this page, which the browser does not know.
    fetch: (address, init) =>
      fetch(address, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), 'accept-language': language() },
      }),
  })
  let opening: Promise<void> | undefined

  const open = async (): Promise<void> => {
    try {
      const { accessToken } = await entry.call(openArenaSession, {})
      const { id = '' } = me() ?? {}
      const session: Session = { accessToken, refreshToken: '', user: { id, email: '', roles: [] } }
      kept.write(session)
      onEnter(undefined)
    } catch (error) {
      if (isRefused(error, 'UNAUTHORIZED')) onEnter('SIGNED_OUT')
      if (isRefused(error, 'FORBIDDEN')) onEnter('CLOSED')
      throw error
    }
  }
  const enter = (): Promise<void> => {
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }

  return {
    call: async (endpoint, input, options) => {
      if (kept.read()?.user.id !== me()?.id) await enter()
      try {
        return await client.call(endpoint, input, options)
      } catch (error) {
        if (!isRefused(error, 'UNAUTHORIZED')) throw error
        await enter()
        return client.call(endpoint, input, options)
      }
    },
  }
}
