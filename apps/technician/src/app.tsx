/** The frame of the technician app: screen, undo bar and the three tabs. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useCell } from '#field-kit/cell.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { newVersion } from '#pwa/worker-link.ts'
import { keepFocus } from '#ui/keep-focus.ts'
import { type AppServices, AppServicesContext } from './app-services.ts'
import type { LocaleStore } from './locale-store.ts'
import { LazyScreen } from './pieces/lazy-screen.tsx'
import { SomebodyElse } from './pieces/somebody-else.tsx'
import { UndoBar } from './pieces/undo-bar.tsx'
import { useOperations } from './pieces/use-operations.ts'
import { followPushes } from './pushes.ts'
import { Link, type Router, RouterContext } from './router.tsx'
import { pathOf, type Route, routeOf } from './routes.ts'
import { Finish } from './screens/finish.tsx'
import { MyTasks } from './screens/my-tasks.tsx'
import { TaskPage } from './screens/task.tsx'
import { Waiting } from './screens/waiting.tsx'
import { LocaleContext, useWords } from './words.ts'

/** Lazily loaded screens. */
const lazyScreens = {
  me: () => import('./screens/me.tsx'),
  profile: () => import('./screens/profile.tsx'),
  security: () => import('./screens/security.tsx'),
  shift: () => import('./screens/shift.tsx'),
  notifications: () => import('./screens/notifications.tsx'),
  scan: () => import('./screens/scan.tsx'),
  room: () => import('./screens/room.tsx'),
  problem: () => import('./screens/problem.tsx'),
  help: () => import('./screens/help.tsx'),
}

const Screen = ({ route, localeStore }: { route: Route; localeStore: LocaleStore }): JSX.Element => {
  const words = useWords()
  switch (route.name) {
    case 'tasks':
      return <MyTasks />
    case 'task':
      return <TaskPage key={route.id} id={route.id} />
    case 'finish':
      return <Finish key={route.id} id={route.id} />
    case 'waiting':
      return <Waiting />
    case 'unknown':
      return (
        <>
          <Heading text={words.unknownPage} />
          <Link class="button" to="/app/work">
            {words.toTasks}
          </Link>
        </>
      )
    default:
      return <LazyScreen key={route.name} load={lazyScreens[route.name]} localeStore={localeStore} />
  }
}

const Tabs = ({ route }: { route: Route }): JSX.Element => {
  const words = useWords()
  const operations = useOperations()
  const needs = operations.filter(({ state }) => state === 'NEEDS_YOU' || state === 'SETTLED').length
  const waiting = operations.filter(({ state }) => state === 'WAITING').length
  const count =
    needs > 0
      ? words.needsYouCount({ count: needs })
      : waiting > 0
        ? words.waitingCount({ count: waiting })
        : undefined
  return (
    <nav class="tabs" aria-label="Wellkept">
      <Link class="tab" to="/app/work" current={route.name === 'tasks'}>
        <Icon name="list" />
        {words.tasks}
      </Link>
      <Link
        class="tab"
        to={pathOf({ name: 'scan' })}
        current={route.name === 'scan' || route.name === 'room'}
      >
        <Icon name="scan" />
        {words.scan}
      </Link>
      <Link class="tab" to="/app/work/waiting" current={route.name === 'waiting'}>
        <Icon name={needs > 0 ? 'alert' : waiting > 0 ? 'clock' : 'send'} />
        <span>
          {count ? (
            <>
              <span class="vh">{words.waiting}: </span>
              {count}
            </>
          ) : (
            words.waiting
          )}
        </span>
      </Link>
      <Link
        class="tab"
        to="/app/work/me"
        current={['me', 'profile', 'security', 'shift', 'notifications', 'help'].includes(route.name)}
      >
        <Icon name="person" />
        {words.me}
      </Link>
    </nav>
  )
}

const here = (): { route: Route; search: string } => ({
  route: routeOf(location.pathname),
  search: location.search,
})

export const App = ({
  services,
  localeStore,
}: {
  services: AppServices
  localeStore: LocaleStore
}): JSX.Element => {
  const locale = useCell(localeStore.locale)
  const [{ route, search }, setHere] = useState(here)
  const isNewVersion = useCell(newVersion)
  const isOthers = useCell(services.othersSession)
  const main = useRef<HTMLElement>(null)
  const moved = useRef(false)
  /** index of the current history entry; each entry stores its own in `history.state` */
  const step = useRef<number>(history.state ?? 0)
  const { words } = locale

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    scrollTo(0, 0)
    main.current?.querySelector('h1')?.focus()
  })
  useEffect(() => keepFocus(), [])

  // A native dialog blocks all other input, including a tapped notification.
  const mayLeave = (): boolean => !services.drafts.get() || confirm(localeStore.locale.get().words.leave)
  const go: Router['go'] = (to, { replace, sent } = {}) => {
    if (replace) history.replaceState(step.current, '', to)
    else if (sent || mayLeave()) history.pushState(++step.current, '', to)
    else return
    moved.current = !replace
    setHere(here())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it uses stays the same
  useEffect(() => {
    const back = (): void => {
      // A fragment link creates a new history entry.
      if (history.state === null) history.replaceState(++step.current, '')
      else {
        const steps = step.current - history.state
        // This popstate comes from returning here after the user chose to stay.
        if (steps === 0) return
        if (!mayLeave()) {
          history.go(steps)
          return
        }
        step.current -= steps
      }
      moved.current = true
      setHere(here())
    }
    history.replaceState(step.current, '')
    followPushes(services, go)
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const renew = (): void => {
    if (!mayLeave()) return
    // The user has already confirmed.
    services.drafts.set(0)
    location.reload()
  }
  const hasBar = route.name === 'task' || route.name === 'finish' || route.name === 'problem'
  return (
    <AppServicesContext.Provider value={services}>
      <LocaleContext.Provider value={locale}>
        <RouterContext.Provider value={{ route, search, go }}>
          <div class={hasBar ? 'app with-bar' : 'app'}>
            <a class="skip" href="#content">
              {words.skip}
            </a>
            <main id="content" class="stack" ref={main} tabIndex={-1}>
              {isNewVersion && (
                <div class="row">
                  <p>{words.newVersion}</p>
                  <button type="button" onClick={renew}>
                    {words.useNewVersion}
                  </button>
                </div>
              )}
              <Screen route={route} localeStore={localeStore} />
            </main>
            <UndoBar />
            {isOthers && <SomebodyElse />}
            {!hasBar && <Tabs route={route} />}
          </div>
        </RouterContext.Provider>
      </LocaleContext.Provider>
    </AppServicesContext.Provider>
  )
}
