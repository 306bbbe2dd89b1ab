/** Creates the services that the screens use. */
import { createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { type Cell, cell } from '#client/cell.ts'
import { type Client, createClient } from '#client/client.ts'
import { nameIn, photoCacheName } from '#client/realm-names.ts'
import { scouts } from '#client/realms.ts'
import { createSessionStore, type PersonalStore, type TokenStore } from '#client/session.ts'
import { newId } from '#client/unique-id.ts'
import type { Profile } from '#contracts/scout/people.ts'
import { activateScout, logoutScout, updateScoutProfile } from '#contracts/scout/phone/session.ts'
import { useCell } from '#field-kit/cell.ts'
import type { Language } from '#i18n/languages.ts'
import type { Drafts } from '#offline/drafts.ts'
import { lockOf } from '#offline/lock.ts'
import type { Subject } from '#offline/operation.ts'
import { createPersons, type Persons } from '#offline/person.ts'
import type { Book } from './data/book.ts'
import { type BookSource, createBookSource } from './data/book-source.ts'
import { openDeviceStore } from './data/device-store.ts'
import { withPending } from './data/view.ts'
import type { Operation, Work } from './outbox/operation.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createTransport } from './outbox/transport.ts'

export interface Services {
  readonly client: Client
  readonly sessions: PersonalStore
  readonly persons: Persons
  readonly book: BookSource
  readonly outbox: Outbox
  readonly drafts: Drafts
  /** false if this browser stores nothing after the page is closed */
  readonly isPersistent: boolean
  /** some operations are only in memory because the device store refused them */
  readonly unsaved: Cell<boolean>
  /** another scout has signed in in another tab */
  readonly othersSession: Cell<boolean>
  /** false after the session has ended */
  readonly signedIn: Cell<boolean>
  /** @throws ApiError */
  /** @param language the one chosen before, which the record of the scout takes over */
  activate(code: string, language: Language | undefined): Promise<void>
  act(subject: Subject, work: Work, more?: readonly Work[]): Promise<Operation>
  signOut(): Promise<void>
}

const answersMs = 8000

const readKey = (place: string): string | null => {
  try {
    return localStorage.getItem(place)
  } catch {
    return null
  }
}

/** The key of this phone, with which an activation whose answer was lost can be repeated. */
const deviceKey = (): string => {
  const place = nameIn(scouts, 'device')
  const kept = readKey(place)
  if (kept) return kept
  const made = newId()
  try {
    localStorage.setItem(place, made)
  } catch {
    // Storage is disabled: a lost answer needs a new code.
  }
  return made
}

/** A mystery visitor is known by the alias, also on their own phone. */
const nameOf = ({ kind, alias, displayName, name }: Profile): string =>
  kind === 'MYSTERY' ? alias : (displayName ?? name)

const activateWith =
  (client: Client, browser: TokenStore): Services['activate'] =>
  async (activationCode, language) => {
    const { scout, tokens } = await client.call(activateScout, {
      body: { activationCode, deviceKey: deviceKey() },
    })
    browser.write({ ...tokens, user: { id: scout.id, email: '', name: nameOf(scout), roles: [] } })
    if (language === undefined || language === scout.language) return
    // The page opens in the language of the invitation if this fails; "Me" changes it.
    const own = createClient({ baseUrl: '', realm: scouts, tokens: browser })
    await own.call(updateScoutProfile, { body: { language } }).catch(() => undefined)
  }

export const openServices = async (): Promise<Services> => {
  const browser = createSessionStore(localStorage, undefined, scouts)
  const persons = createPersons(scouts, browser)
  const { sessions } = persons
  const store = await openDeviceStore()
  const signedIn = cell(sessions.read() !== undefined)
  const othersSession = cell(false)
  sessions.subscribe((session) => {
    signedIn.set(session !== undefined)
    othersSession.set(sessions.other() !== undefined)
  })
  const settings = { baseUrl: '', tokens: sessions, realm: scouts }
  const client = createClient(settings)
  // The outbox schedules its own retries, so that the lock is free meanwhile.
  const sender = createClient({ ...settings, maxWaitSeconds: 0 })
  const me = (): string | undefined => persons.current()?.id
  const book = createBookSource(client, store.books, me)
  const outbox: Outbox = createOutbox({
    storage: store.outbox,
    transport: createTransport(sender, () => outbox.operations.get()),
    owner: persons.current,
    newId,
    withLock: lockOf(scouts),
    onPhotoSent: (operation) => {
      book.settle([{ ...operation, state: 'SENT' }])
      void book.refresh()
    },
  })
  let settled = new Set<string>()
  outbox.operations.subscribe(() => {
    const sent = outbox.operations.get().filter(({ state, owner }) => state === 'SENT' && owner === me())
    const fresh = sent.filter(({ id }) => !settled.has(id))
    settled = new Set(sent.map(({ id }) => id))
    if (fresh.length === 0) return
    book.settle(fresh)
    void book.refresh()
  })
  return {
    client,
    sessions,
    persons,
    book,
    outbox,
    drafts: store.drafts,
    isPersistent: store.isPersistent,
    unsaved: store.outbox.unsaved,
    othersSession,
    signedIn,
    activate: activateWith(sender, browser),
    act: async (subject, work, more) => {
      // Answers follow each other within seconds, and all scouts of an organisation share 30 writes a minute.
      const hold = work.kind === 'inspection.answers' ? answersMs : undefined
      const operation = await outbox.add(subject, work, hold, more)
      keepStorage()
      return operation
    },
    signOut: async () => {
      try {
        await client.call(logoutScout, {})
      } catch {
        // Offline: the session ends on this phone only; on the service it expires after 30 days.
      }
      // Failures of the device store are ignored: the next scout's start deletes the data again.
      await Promise.allSettled([
        book.forget(),
        store.drafts.clear(),
        globalThis.caches?.delete(photoCacheName(scouts)),
      ])
      persons.leave()
      sessions.clear()
    },
  }
}

let asked = false
/** Asks the browser once for persistent storage, so that a full phone does not evict the outbox. */
const keepStorage = (): void => {
  if (asked || !navigator.storage?.persist) return
  asked = true
  navigator.storage.persist().catch(() => undefined)
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export const useServices = (): Services => {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('Screens are rendered inside ServicesContext')
  return services
}

/** This scout's operations; those of others on this phone are left out. */
export const useOperations = (): readonly Operation[] => {
  const { outbox, persons } = useServices()
  const me = persons.current()?.id
  return useCell(outbox.operations).filter(({ owner }) => owner === me)
}

/** The book with what waits; undefined before anything is on this phone. */
export const useBook = (): Book | undefined => {
  const { book, outbox, persons } = useServices()
  const kept = useCell(book.kept)
  const operations = useCell(outbox.operations)
  const me = persons.current()?.id
  return useMemo(
    () => (kept && me !== undefined ? withPending(kept.book, operations, kept.readAt, me) : undefined),
    [kept, operations, me],
  )
}
