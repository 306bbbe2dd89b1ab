/** Creates an app for desks from a list of screens: session, language, routes and the frame around each screen. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Realm } from '#client/realms.ts'
import type { Session } from '#client/session.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { EventKind } from '#contracts/kit/vocabulary.ts'
import { type LoadSources, registerSources } from '../find/sources.ts'
import { connectApi, queryClient, tokens, toSignIn } from '../lib/api.ts'
import {
  type FrameMessages,
  loadLocale,
  setFrameMessages,
  spokenLanguage,
  useMessages,
} from '../lib/language.tsx'
import { ChunkMissing } from '../lib/load-chunk.ts'
import type { MeSource } from '../lib/me.ts'
import type { MessageSet } from '../lib/messages.ts'
import { watchNavigation } from '../lib/navigation-focus.ts'
import { cacheOffline } from '../lib/offline-cache.ts'
import { readerNow } from '../lib/reader.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { LoadFailed } from '../parts/lazy-component.tsx'
import { Screen } from '../parts/screen.tsx'
import { Empty } from '../parts/states.tsx'
import { theme } from '../styles/theme.ts'
import { Entry, Guest } from './entry.tsx'
import type { FrameParts } from './frame-parts.ts'
import { navNodeAt, registerScreens } from './nav-tree.ts'
import { prefetch } from './prefetch.ts'
import { type AnyScreen, frameOf } from './screen-frame.tsx'
import { useScreenText } from './screen-names.ts'
import { Shell } from './shell.tsx'

interface DeskSettings<Screens, Answer> {
  /** whose session the app uses */
  readonly realm: Realm
  /** address below which the app is, such as `/app` */
  readonly basepath: string
  readonly signIn: string
  /** leads a session elsewhere that has no place here */
  readonly elsewhere?: (session: Session) => string | undefined
  readonly me: MeSource<Answer>
  readonly screens: Screens
  /** texts of the frame with the names of the screens */
  readonly messages: MessageSet<FrameMessages>
  readonly parts: Omit<FrameParts, 'useChoose'>
  readonly sources?: LoadSources
  /** event kinds that an action causes; undefined: any */
  readonly causes?: (action: Endpoint) => readonly EventKind[] | undefined
  /** queries whose last answers are stored for offline use */
  readonly cachedReads?: readonly Endpoint[]
}

const NotHere = () => {
  const { errors } = useMessages()
  const textOf = useScreenText()
  const home = navNodeAt('/')
  return (
    <Screen title={errors.notHereTitle}>
      <Empty title={errors.notHere} action={home ? <Link to="/">{textOf(home.name).name}</Link> : null} />
    </Screen>
  )
}

const Broken = ({ error, reset }: ErrorComponentProps) => {
  const { errors, words } = useMessages()
  return (
    <Screen title={errors.brokenTitle}>
      {error instanceof ChunkMissing ? (
        <LoadFailed />
      ) : (
        <Empty
          title={errors.broken}
          action={
            <button type="button" className="as-link" onClick={reset}>
              {words.retry}
            </button>
          }
        />
      )}
    </Screen>
  )
}

const rootOf = (parts: FrameParts) =>
  createRootRoute({ component: () => <Shell {...parts} />, notFoundComponent: NotHere })

const routeOf = <const S extends AnyScreen>(root: ReturnType<typeof rootOf>, name: string, screen: S) =>
  createRoute({
    getParentRoute: () => root,
    path: screen.path as S['path'],
    validateSearch: screen.search as S['search'],
    beforeLoad: ({ search, params, preload }) => {
      // Hovering a link preloads the code, not the data.
      if (preload) return
      const { id = '' } = params as { readonly id?: string }
      prefetch(screen.queries?.(search as never, id, readerNow()) ?? [])
    },
    component: lazyRouteComponent(async () => ({ default: await frameOf(name, screen) })),
  })

type Routes<Screens extends Readonly<Record<string, AnyScreen>>> = {
  readonly [K in keyof Screens]: ReturnType<typeof routeOf<Screens[K]>>
}

const draw = (page: ReactNode): void => {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      {/* The content security policy forbids style elements; variables and classes come from our stylesheets. */}
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

/** `router` is for the app's registration of its types; `start` draws the app. */
export const createDesk = <const Screens extends Readonly<Record<string, AnyScreen>>, Answer>(
  settings: DeskSettings<Screens, Answer>,
) => {
  const { screens, me } = settings
  connectApi({ causes: () => undefined, ...settings })
  setFrameMessages(settings.messages)
  registerScreens(screens)
  if (settings.sources) registerSources(settings.sources)
  cacheOffline(settings.cachedReads ?? [])
  const root = rootOf({ ...settings.parts, useChoose: me.useChoose })
  const routes = Object.fromEntries(
    Object.entries(screens).map(([name, screen]) => [name, routeOf(root, name, screen)]),
  ) as unknown as Routes<Screens>
  const router = createRouter({
    routeTree: root.addChildren(routes),
    basepath: settings.basepath,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: Broken,
    defaultNotFoundComponent: NotHere,
    defaultPreload: 'intent',
  })
  watchNavigation(router.history)
  /** @returns whether somebody is signed in here */
  const start = (): boolean => {
    const session = tokens.read()
    const elsewhere = session && settings.elsewhere?.(session)
    const { SignIn } = settings.parts
    if (elsewhere) location.replace(elsewhere)
    else if (session) {
      // User, texts, code and data load in parallel.
      void queryClient.prefetchQuery(me.query)
      void loadLocale(spokenLanguage()).catch(() => undefined)
      void router.load()
      draw(
        <Entry me={me}>
          <RouterProvider router={router} />
        </Entry>,
      )
    } else if (SignIn) {
      draw(
        <Guest>
          <SignIn alone onDone={() => location.reload()} />
        </Guest>,
      )
    } else toSignIn()
    return session !== undefined && elsewhere === undefined
  }
  return { router, start }
}
