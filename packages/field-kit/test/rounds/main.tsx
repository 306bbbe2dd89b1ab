import '#field-kit/base.css'
import '#field-kit/frame.css'
import type { DBSchema } from 'idb'
import { render } from 'preact'
import { createSessionStore } from '#client/session.ts'
import { newId } from '#client/unique-id.ts'
import { Frame, Tab } from '#field-kit/frame.tsx'
import { LazyScreen } from '#field-kit/lazy-screen.tsx'
import { offerReload } from '#field-kit/load.ts'
import { localeOf } from '#field-kit/locale.ts'
import { createLocaleStore } from '#field-kit/locale-store.ts'
import type { KitWords } from '#field-kit/words.ts'
import { type OperationSchema, operationsIn } from '#offline/device-storage.ts'
import { type Drafts, draftsIn, type FormDraft } from '#offline/drafts.ts'
import { lockOf } from '#offline/lock.ts'
import type { Operation } from '#offline/operation.ts'
import { createOutbox, type Outbox } from '#offline/outbox.ts'
import { createPersons } from '#offline/person.ts'
import { openRealmDatabase } from '#offline/realm-database.ts'
import { safeStorage } from '#offline/storage.ts'
import { startWorker } from '#pwa/worker-link.ts'
import { rounds } from './app.ts'

export type Work =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'photo'; readonly photo: Blob }
type Own = Operation<Work, never>

interface Schema extends DBSchema, OperationSchema<Own> {
  drafts: { key: string; value: FormDraft }
}

export interface Services {
  readonly drafts: Drafts
  readonly owner: string
  readonly outbox: Outbox<Work, never>
}

const files = import.meta.glob<KitWords>('../../src/messages/*.ts', { import: 'default' })
const catalogues = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.replace('../../src', '.'), load]),
)

const offline = async (): Promise<never> => {
  throw new Error('This app sends nothing')
}

const openServices = async (): Promise<Services> => {
  const persons = createPersons(rounds.realm, createSessionStore(localStorage, undefined, rounds.realm))
  const database = await openRealmDatabase<Schema>(rounds.realm, 1, (store) => {
    store.createObjectStore('operations', { keyPath: 'id' })
    store.createObjectStore('drafts')
  })
  const outbox = createOutbox<Work, never, string>({
    rules: {
      batchSize: 100,
      isAlone: () => false,
      toWire: ({ id }) => id,
      repeatOf: () => undefined,
      replacedBy: () => undefined,
      mergedWork: (_before, work) => work,
      requiresPhoto: () => 'FIRST',
      refusal: () => ({ state: 'NEEDS_YOU', why: 'REFUSED' }),
    },
    storage: safeStorage(operationsIn<Own>(database, rounds.realm)),
    transport: { sendBatch: offline, sendPhoto: offline, sendNew: offline, sendAlone: offline },
    owner: persons.current,
    newId,
    withLock: lockOf(rounds.realm),
  })
  await outbox.load()
  return { drafts: draftsIn(database, 'drafts'), owner: persons.current()?.id ?? '', outbox }
}

const screens = {
  '/rounds': () => import('./screens/answer.tsx'),
  '/rounds/sent': () => import('./screens/sent.tsx'),
}

const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  if (!root) return
  const [services, store] = await Promise.all([
    openServices(),
    createLocaleStore(rounds, (language) => localeOf(catalogues, language)),
  ])
  render(
    <Frame
      locale={store.locale}
      onStart={() => {}}
      screen={({ path }) => {
        const name = path === '/rounds/sent' ? path : '/rounds'
        return <LazyScreen key={name} load={screens[name]} props={{ services, store }} keeps={() => false} />
      }}
      tabs={({ path }) => (
        <>
          <Tab to="/rounds" icon="list" current={path === '/rounds'}>
            Answer
          </Tab>
          <Tab to="/rounds/sent" icon="send" current={path === '/rounds/sent'}>
            Outbox
          </Tab>
        </>
      )}
    />,
    root,
  )
  startWorker(rounds, store.locale.get().language)
}

start().catch(offerReload)
