/** The technician app: its screens, undo bar and tabs. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Frame, Tab } from '#field-kit/frame.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { LazyScreen } from '#field-kit/lazy-screen.tsx'
import type { LocaleStore } from '#field-kit/locale-store.ts'
import { Link } from '#field-kit/navigation.tsx'
import { SomebodyElse } from '#field-kit/somebody-else.tsx'
import { technician } from '#pwa/phone-apps.ts'
import { type AppServices, AppServicesContext, useAppServices } from './app-services.ts'
import { UndoBar } from './pieces/undo-bar.tsx'
import { useOperations } from './pieces/use-operations.ts'
import { followPushes } from './pushes.ts'
import { pathOf, type Route, routeOf } from './routes.ts'
import { Finish } from './screens/finish.tsx'
import { MyTasks } from './screens/my-tasks.tsx'
import { TaskPage } from './screens/task.tsx'
import { Waiting } from './screens/waiting.tsx'
import { type Messages, useWords } from './words.ts'

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
  const { unsaved } = useAppServices()
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
      return (
        <LazyScreen
          key={route.name}
          load={lazyScreens[route.name]}
          props={{ localeStore }}
          keeps={unsaved.get}
        />
      )
  }
}

/** On each screen but those that report problems themselves: in its first line, at the end. */
const FoundProblem = ({ route }: { route: Route }): JSX.Element | null => {
  const words = useWords()
  if (route.name === 'problem' || route.name === 'room') return null
  return (
    <Link class="button quiet found" to={pathOf({ name: 'problem' })}>
      <Icon name="alert" />
      <span aria-hidden="true">{words.problemShort}</span>
      <span class="vh">{words.problem}</span>
    </Link>
  )
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
    <>
      <Tab to="/app/work" icon="list" current={route.name === 'tasks'}>
        {words.tasks}
      </Tab>
      <Tab to={pathOf({ name: 'scan' })} icon="scan" current={route.name === 'scan' || route.name === 'room'}>
        {words.scan}
      </Tab>
      <Tab
        to="/app/work/waiting"
        icon={needs > 0 ? 'alert' : waiting > 0 ? 'clock' : 'send'}
        current={route.name === 'waiting'}
      >
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
      </Tab>
      <Tab
        to="/app/work/me"
        icon="person"
        current={['me', 'profile', 'security', 'shift', 'notifications', 'help'].includes(route.name)}
      >
        {words.me}
      </Tab>
    </>
  )
}

/** Covers the page of a user who is not signed in any more because another one is. */
const Cover = (): JSX.Element | null => {
  const { sessions, persons, othersSession } = useAppServices()
  const isOthers = useCell(othersSession)
  if (!isOthers) return null
  const other = sessions.other()
  return (
    <SomebodyElse
      mine={persons.current()?.name ?? ''}
      theirs={other?.name ?? other?.email ?? ''}
      home={technician.home}
      signIn={`/app/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`}
    />
  )
}

const barScreens: readonly Route['name'][] = ['task', 'finish', 'problem']

export const App = ({
  services,
  localeStore,
}: {
  services: AppServices
  localeStore: LocaleStore<Messages>
}): JSX.Element => (
  <AppServicesContext.Provider value={services}>
    <Frame
      locale={localeStore.locale}
      onStart={(go) => followPushes(services, go)}
      screen={({ path }) => (
        <>
          <FoundProblem route={routeOf(path)} />
          <Screen route={routeOf(path)} localeStore={localeStore} />
        </>
      )}
      layers={
        <>
          <UndoBar />
          <Cover />
        </>
      }
      tabs={({ path }) => {
        const route = routeOf(path)
        return barScreens.includes(route.name) ? undefined : <Tabs route={route} />
      }}
    />
  </AppServicesContext.Provider>
)
