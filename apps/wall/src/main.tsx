/** ARE-5: the arena on a wall. It is paired by a code, shows aliases only and never holds a token that opens tasks. */
import '#field-kit/base.css'
import './wall.css'
import { type JSX, render } from 'preact'
import { createClient } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { walls } from '#client/realms.ts'
import { createSessionStore } from '#client/session.ts'
import type { CallOutput } from '#client/types.ts'
import { openArenaSession } from '#contracts/arena.ts'
import { useCell } from '#field-kit/cell.ts'
import { offerReload } from '#field-kit/load.ts'
import { createLocaleStore, type LocaleStore } from '#field-kit/locale-store.ts'
import { arenaWall } from '#pwa/phone-apps.ts'
import { newVersion, startWorker } from '#pwa/worker-link.ts'
import { careForWall } from '#ui/wall.ts'
import { BoardPage } from './board.tsx'
import { Pairing } from './pairing.tsx'
import { createWall, type Wall } from './wall.ts'
import { loadLocale, type Messages } from './words.ts'

const refreshEvery = 60_000
/** 8 px each minute. */
const steps = [
  [0, 0],
  [8, 0],
  [8, 8],
  [0, 8],
] as const

/** The client sends no token to an endpoint that anybody may call. */
const renew = async (token: string): Promise<CallOutput<typeof openArenaSession>> => {
  const { method, path } = openArenaSession
  const response = await fetch(path, { method, headers: { authorization: `Bearer ${token}` } })
  if (!response.ok)
    throw new ApiError({ code: 'BAD_ANSWER', status: response.status, message: 'Not renewed' })
  return (await response.json()).data
}

interface AppProps {
  readonly wall: Wall
  readonly store: LocaleStore<Messages>
}

const App = ({ wall, store }: AppProps): JSX.Element => {
  const state = useCell(wall.state)
  const locale = useCell(store.locale)
  return state.kind === 'PAIRED' ? (
    <BoardPage state={state} locale={locale} />
  ) : (
    <Pairing
      state={state}
      locale={locale}
      onCode={(code) => void wall.pair(code)}
      onLanguage={(language) => void store.setLanguage(language).catch(() => undefined)}
    />
  )
}

/** The code in the address is taken once and does not stay there. */
const codeInAddress = (): string | undefined => {
  const code = /^#code=([\w-]+)/.exec(location.hash)?.[1]
  if (code) history.replaceState(null, '', location.pathname)
  return code
}

const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  if (!root) return
  const tokens = createSessionStore(localStorage, undefined, walls)
  const client = createClient({ baseUrl: '', tokens, realm: walls })
  const wall = createWall({ tokens, client, renew, storage: localStorage, now: Date.now })
  const store = await createLocaleStore(arenaWall, loadLocale)

  render(<App wall={wall} store={store} />, root)

  const take = (): void => {
    const code = codeInAddress()
    if (code !== undefined) void wall.pair(code)
  }
  take()
  addEventListener('hashchange', take)
  addEventListener('online', () => void wall.refresh())
  setInterval(() => void wall.refresh(), refreshEvery)
  void wall.refresh()
  // Nobody types on a wall, so it takes a new version at once.
  newVersion.subscribe(() => {
    if (wall.state.get().kind === 'PAIRED') location.reload()
  })
  careForWall({ steps, parts: 'main' })
  startWorker(arenaWall, store.locale.get().language)
}

start().catch(offerReload)
