/** The pairing of this screen, and the board that it read last, which survives a lost network and a restart. */
import { type Cell, cell } from '#client/cell.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { nameIn } from '#client/realm-names.ts'
import { walls } from '#client/realms.ts'
import type { TokenStore } from '#client/session.ts'
import type { CallOutput } from '#client/types.ts'
import { getKioskBoard } from '#contracts/arena/boards.ts'
import { openArenaSession } from '#contracts/arena.ts'

export type Board = CallOutput<typeof getKioskBoard>
type Opened = CallOutput<typeof openArenaSession>

export type PairFault = 'wrongCode' | 'ended' | 'off' | 'unreachable' | 'tooMany'

export type WallState =
  | { readonly kind: 'UNPAIRED'; readonly fault: PairFault | undefined; readonly busy: boolean }
  | {
      readonly kind: 'PAIRED'
      /** undefined: not read yet */
      readonly shown: Shown | undefined
      readonly fault: 'off' | 'unreachable' | undefined
    }

interface Shown {
  readonly board: Board
  /** milliseconds; when the service confirmed it last */
  readonly at: number
  readonly etag: string | undefined
}

export interface Wall {
  readonly state: Cell<WallState>
  pair(code: string): Promise<void>
  /** Reads the board, and renews the pairing long before it ends. */
  refresh(): Promise<void>
}

export interface WallParts {
  readonly tokens: TokenStore
  readonly client: Client
  /** opens a new session for a token that is still valid */
  readonly renew: (token: string) => Promise<Opened>
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly now: () => number
}

const boardPlace = nameIn(walls, 'board')
const endPlace = nameIn(walls, 'ends')
/** A pairing of 30 days is renewed when less than this is left. */
const renewBefore = 15 * 86_400_000

const faultOf = (error: unknown): PairFault => {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'UNAUTHORIZED' || code === 'VALIDATION_ERROR') return 'wrongCode'
  if (code === 'FORBIDDEN') return 'off'
  return code === 'RATE_LIMITED' ? 'tooMany' : 'unreachable'
}

export const createWall = ({ tokens, client, renew, storage, now }: WallParts): Wall => {
  const read = (place: string): string | null => {
    try {
      return storage.getItem(place)
    } catch {
      return null
    }
  }
  const keep = (place: string, value: string | undefined): void => {
    try {
      if (value === undefined) storage.removeItem(place)
      else storage.setItem(place, value)
    } catch {
      // Without storage the wall shows nothing after a restart until the service answers.
    }
  }
  const keptBoard = (): Shown | undefined => {
    try {
      return (JSON.parse(read(boardPlace) ?? 'null') as Shown | null) ?? undefined
    } catch {
      return undefined
    }
  }

  const isPaired = (): boolean => tokens.read() !== undefined
  const state = cell<WallState>(
    isPaired()
      ? { kind: 'PAIRED', shown: keptBoard(), fault: undefined }
      : { kind: 'UNPAIRED', fault: undefined, busy: false },
  )

  const store = ({ accessToken, expiresAt, kiosk }: Opened): void => {
    const user = { id: kiosk?.id ?? '', email: '', name: kiosk?.name ?? '', roles: [] }
    tokens.write({ accessToken, refreshToken: '', user })
    keep(endPlace, expiresAt)
  }

  const renewIfDue = async (): Promise<void> => {
    const token = tokens.read()?.accessToken
    if (token === undefined || Date.parse(read(endPlace) ?? '') - now() > renewBefore) return
    // If it fails, the next minute tries again; the token is valid for days.
    await renew(token).then(store, () => undefined)
  }

  const forget = (fault: PairFault | undefined): void => {
    tokens.clear()
    keep(boardPlace, undefined)
    keep(endPlace, undefined)
    state.set({ kind: 'UNPAIRED', fault, busy: false })
  }

  const refresh = async (): Promise<void> => {
    const before = state.get()
    if (before.kind !== 'PAIRED') return
    const { shown } = before
    try {
      await renewIfDue()
      const reply = await client.send(getKioskBoard, {}, { ifNoneMatch: shown?.etag })
      const next: Shown | undefined = reply.notModified
        ? shown && { ...shown, at: now() }
        : { board: reply.data, at: now(), etag: reply.etag }
      keep(boardPlace, JSON.stringify(next))
      state.set({ kind: 'PAIRED', shown: next, fault: undefined })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'UNAUTHORIZED') forget('ended')
      else if (code === 'FORBIDDEN') {
        keep(boardPlace, undefined)
        state.set({ kind: 'PAIRED', shown: undefined, fault: 'off' })
      } else state.set({ kind: 'PAIRED', shown, fault: 'unreachable' })
    }
  }

  return {
    state,
    refresh,
    pair: async (code) => {
      state.set({ kind: 'UNPAIRED', fault: undefined, busy: true })
      try {
        const opened = await client.call(openArenaSession, { body: { pairingCode: code } })
        keep(boardPlace, undefined)
        store(opened)
      } catch (error) {
        // A wall that is paired stays so if a further code is wrong.
        if (isPaired()) state.set({ kind: 'PAIRED', shown: keptBoard(), fault: undefined })
        else state.set({ kind: 'UNPAIRED', fault: faultOf(error), busy: false })
        return
      }
      state.set({ kind: 'PAIRED', shown: undefined, fault: undefined })
      await refresh()
    },
  }
}
