/** The scout's app: its screens and tabs. */
import type { JSX } from 'preact'
import { useCell } from '#field-kit/cell.ts'
import { Frame, Tab } from '#field-kit/frame.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { LazyScreen } from '#field-kit/lazy-screen.tsx'
import type { LocaleStore } from '#field-kit/locale-store.ts'
import { Link } from '#field-kit/navigation.tsx'
import { SomebodyElse } from '#field-kit/somebody-else.tsx'
import { paths, type Route, routeOf } from './routes.ts'
import { Rounds } from './screens/rounds.tsx'
import { type Services, ServicesContext, useBook, useOperations, useServices } from './services.ts'
import { type Messages, useWords } from './words.ts'

/** Lazily loaded screens. */
const lazyScreens = {
  activate: () => import('./screens/activate.tsx'),
  extra: () => import('./screens/extra.tsx'),
  walk: () => import('./screens/walk.tsx'),
  submit: () => import('./screens/submit.tsx'),
  stop: () => import('./screens/stop.tsx'),
  findings: () => import('./screens/findings.tsx'),
  finding: () => import('./screens/finding.tsx'),
  report: () => import('./screens/report.tsx'),
  waiting: () => import('./screens/waiting.tsx'),
  me: () => import('./screens/me.tsx'),
}

/** What the screens get besides the services. */
export interface ScreenProps {
  readonly route: Route
  readonly localeStore: LocaleStore
}

/** Also after the session has ended, where the link of a new invitation was opened. */
const mustActivate = ({ persons, signedIn }: Services): boolean =>
  !persons.current() || (!signedIn.get() && location.hash.startsWith('#code='))

const Screen = ({ route, localeStore }: ScreenProps): JSX.Element => {
  const words = useWords()
  const services = useServices()
  const name = mustActivate(services) ? 'activate' : route.name
  if (name === 'rounds') return <Rounds />
  if (name === 'unknown')
    return (
      <>
        <Heading text={words.unknownPage} />
        <Link class="button" to={paths.rounds}>
          {words.toRounds}
        </Link>
      </>
    )
  return (
    <LazyScreen
      key={JSON.stringify(route)}
      load={lazyScreens[name]}
      props={{ route, localeStore }}
      keeps={services.unsaved.get}
    />
  )
}

const Tabs = ({ route: { name } }: { route: Route }): JSX.Element => {
  const words = useWords()
  const operations = useOperations()
  const conflicts = useBook()?.conflicts.length ?? 0
  const needs =
    conflicts + operations.filter(({ state }) => state === 'NEEDS_YOU' || state === 'SETTLED').length
  const waiting = operations.filter(({ state }) => state === 'WAITING').length
  const count =
    needs > 0
      ? words.needsYouCount({ count: needs })
      : waiting > 0
        ? words.waitingCount({ count: waiting })
        : undefined
  return (
    <>
      <Tab to={paths.rounds} icon="list" current={name === 'rounds'}>
        {words.roundsTab}
      </Tab>
      <Tab to={paths.findings} icon="alert" current={name === 'findings' || name === 'finding'}>
        {words.findings}
      </Tab>
      <Tab
        to={paths.waiting}
        icon={needs > 0 ? 'info' : waiting > 0 ? 'clock' : 'send'}
        current={name === 'waiting'}
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
      <Tab to={paths.me} icon="person" current={name === 'me'}>
        {words.me}
      </Tab>
    </>
  )
}

/** Covers the page of a scout who is not signed in any more because another one is. */
const Cover = (): JSX.Element | null => {
  const { sessions, persons, othersSession } = useServices()
  if (!useCell(othersSession)) return null
  return (
    <SomebodyElse
      mine={persons.current()?.name ?? ''}
      theirs={sessions.other()?.name ?? ''}
      home={paths.rounds}
      signIn={paths.activate}
    />
  )
}

/** Screens with an action bar of their own. */
const barScreens: readonly Route['name'][] = ['walk', 'submit', 'stop', 'report', 'activate', 'extra']

export const App = ({
  services,
  localeStore,
}: {
  services: Services
  localeStore: LocaleStore<Messages>
}): JSX.Element => (
  <ServicesContext.Provider value={services}>
    <Frame
      locale={localeStore.locale}
      onStart={() => {}}
      screen={({ path }) => <Screen route={routeOf(path)} localeStore={localeStore} />}
      layers={<Cover />}
      tabs={({ path }) => {
        const route = routeOf(path)
        return barScreens.includes(route.name) || mustActivate(services) ? undefined : <Tabs route={route} />
      }}
    />
  </ServicesContext.Provider>
)
