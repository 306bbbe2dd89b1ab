/** Routes of the app, derived from the screen register. Each screen is a chunk of its own. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { setFrameMessages, spokenLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { ChunkMissing, loadChunk } from '#desk-kit/lib/load-chunk.ts'
import { watchNavigation } from '#desk-kit/lib/navigation-focus.ts'
import { cacheOffline } from '#desk-kit/lib/offline-cache.ts'
import { readerNow } from '#desk-kit/lib/reader.ts'
import { parseSearch, stringifySearch } from '#desk-kit/lib/search.ts'
import { ListScreen } from '#desk-kit/list/list-screen.tsx'
import { alertDialog } from '#desk-kit/list/views.tsx'
import { LoadFailed, lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { Empty } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { Guard, RecordScreen, useTitle } from '#desk-kit/shell/frame.tsx'
import { registerScreens } from '#desk-kit/shell/nav-tree.ts'
import { prefetch } from '#desk-kit/shell/prefetch.ts'
import { Shell } from '#desk-kit/shell/shell.tsx'
import { deskMessages } from './screens/messages.ts'
import { cachedReads, type Screens, screens } from './screens.ts'

const NotHere = () => {
  const { errors, places } = useMessages()
  return (
    <Screen title={errors.notHereTitle}>
      <Empty title={errors.notHere} action={<Link to="/">{places.today.name}</Link>} />
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

setFrameMessages(deskMessages)
registerScreens(screens)
cacheOffline(cachedReads)

/** Preloaded shortly after the first screen. */
const Commands = lazyComponent(async () => (await import('./commands/commands.tsx')).Commands)

alertDialog.current = lazyComponent(async () => (await import('./view-alerts/dialog.tsx')).AlertDialog)

const root = createRootRoute({ component: () => <Shell Commands={Commands} />, notFoundComponent: NotHere })

type AnyScreen = Screens[keyof Screens]

/** The screen in its frame; resolves when its code and texts have loaded. */
const frameOf = async (name: string, screen: AnyScreen): Promise<ComponentType> => {
  // A failed catalogue is reported by the component that uses it.
  const words = Promise.allSettled(screen.messages.map((set) => set.load(spokenLanguage())))
  const { reads } = screen
  if (screen.kind === 'list') {
    const [{ useList }] = await Promise.all([loadChunk(async () => screen.load()), words])
    return () => {
      const title = useTitle(name)
      return (
        <Guard name={name} title={title} reads={reads}>
          <ListScreen
            name={name}
            title={title}
            breadcrumb={<Breadcrumb name={name} />}
            reads={screen.reads}
            sort={screen.sort}
            use={useList as never}
          />
        </Guard>
      )
    }
  }
  if (screen.kind === 'record') {
    const [{ Detail }] = await Promise.all([loadChunk(async () => screen.load()), words])
    return () => {
      const title = useTitle(name)
      return (
        <Guard name={name} title={title} reads={reads}>
          <RecordScreen
            name={name}
            title={title}
            reads={screen.reads}
            titleOf={screen.title}
            Detail={Detail as never}
          />
        </Guard>
      )
    }
  }
  const [code] = await Promise.all([loadChunk(async () => screen.load()), words])
  const { Page, PlanTeaser } = code as { Page: ComponentType; PlanTeaser?: ComponentType }
  return () => (
    <Guard name={name} title={useTitle(name)} reads={reads} PlanTeaser={PlanTeaser}>
      <Page />
    </Guard>
  )
}

const routeOf = <const S extends AnyScreen>(name: string, screen: S) =>
  createRoute({
    getParentRoute: () => root,
    path: screen.path as S['path'],
    validateSearch: screen.search as S['search'],
    beforeLoad: ({ search, params, preload }) => {
      // Hovering a link preloads the code, not the data.
      if (preload || !('queries' in screen)) return
      const { id = '' } = params as { readonly id?: string }
      prefetch(screen.queries?.(search as never, id, readerNow()) ?? [])
    },
    component: lazyRouteComponent(async () => ({ default: await frameOf(name, screen) })),
  })

type Routes = { readonly [K in keyof Screens]: ReturnType<typeof routeOf<Screens[K]>> }

const routes = Object.fromEntries(
  Object.entries(screens).map(([name, screen]) => [name, routeOf(name, screen)]),
) as unknown as Routes

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/app',
  parseSearch,
  stringifySearch,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotHere,
  defaultPreload: 'intent',
})
watchNavigation(router.history)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
