/** Creates the services that the screens use. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Cell, cell } from '#client/cell.ts'
import { addressOf, type RawInput } from '#client/client.ts'
import { players, staff } from '#client/realms.ts'
import { createSessionStore } from '#client/session.ts'
import type { CallInput, CallOutput } from '#client/types.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { createPersons, type Persons } from '#offline/person.ts'
import { openAnswerStore } from './data/answer-store.ts'
import { type ArenaClient, createArenaClient } from './data/arena-session.ts'

/** An answer and when it was read, in milliseconds. */
export interface Seen<T> {
  readonly data: T
  readonly at: number
}

export interface AppServices extends ArenaClient {
  /** of staff: who plays is who is signed in */
  readonly persons: Persons
  /** why the arena cannot be entered */
  readonly refused: Cell<'SIGNED_OUT' | 'CLOSED' | undefined>
  /** another user has signed in in another tab */
  readonly othersSession: Cell<boolean>
  /** counts what was changed here, after which everything on the screen is read again */
  readonly changes: Cell<number>
  /** What was read last, on this page or before; sends nothing. */
  recall<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Seen<CallOutput<E>> | undefined>
  /** Whether it was read within half a minute and nothing was changed here since. */
  isFresh(endpoint: Endpoint, input: RawInput): boolean
  /** @throws ApiError */
  read<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Seen<CallOutput<E>>>
}

/** All players of an organisation share a rate limit, so moving between screens does not ask everything again. */
const freshMilliseconds = 30_000

export const openAppServices = async (): Promise<AppServices> => {
  const persons = createPersons(staff, createSessionStore())
  const { sessions } = persons
  const kept = createSessionStore(localStorage, undefined, players)
  const store = await openAnswerStore()
  const me = persons.current()
  // On a shared phone nothing of the one before is shown, nor is anything done in their name.
  if (kept.read()?.user.id !== me?.id) kept.clear()
  await store.keepOnly(me?.id)

  const refused = cell<'SIGNED_OUT' | 'CLOSED' | undefined>(sessions.read() ? undefined : 'SIGNED_OUT')
  const othersSession = cell(false)
  sessions.subscribe((session) => {
    othersSession.set(sessions.other() !== undefined)
    refused.set(session ? undefined : 'SIGNED_OUT')
  })
  const { call } = createArenaClient({
    me: persons.current,
    ofStaff: sessions,
    kept,
    language: () => document.documentElement.lang,
    onEnter: (why) => refused.set(why),
  })
  const recent = new Map<string, Seen<unknown>>()
  const changes = cell(0)
  changes.subscribe(() => recent.clear())
  return {
    call,
    persons,
    refused,
    othersSession,
    changes,
    isFresh: (endpoint, input) =>
      Date.now() - (recent.get(addressOf(endpoint, input))?.at ?? 0) < freshMilliseconds,
    recall: async (endpoint, input) => {
      const address = addressOf(endpoint, input as RawInput)
      const owner = persons.current()?.id
      const found = recent.get(address) ?? (await store.read(address))
      if (!found || ('owner' in found && found.owner !== owner)) return undefined
      return found as Seen<CallOutput<typeof endpoint>>
    },
    read: async (endpoint, input) => {
      const owner = persons.current()?.id ?? ''
      const seen = { data: await call(endpoint, input), at: Date.now() }
      const address = addressOf(endpoint, input as RawInput)
      recent.set(address, seen)
      await store.write({ ...seen, address, owner })
      return seen
    },
  }
}

export const AppServicesContext = createContext<AppServices | undefined>(undefined)

export const useAppServices = (): AppServices => {
  const services = useContext(AppServicesContext)
  if (!services) throw new Error('Screens are rendered inside AppServicesContext')
  return services
}
