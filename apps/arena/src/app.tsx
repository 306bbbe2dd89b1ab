/** The arena app: its screens and tabs. */
import type { ComponentType, JSX } from 'preact'
import type { Cell } from '#client/cell.ts'
import { useCell } from '#field-kit/cell.ts'
import { Frame, Tab } from '#field-kit/frame.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { LazyScreen } from '#field-kit/lazy-screen.tsx'
import type { Locale } from '#field-kit/locale.ts'
import { Link } from '#field-kit/navigation.tsx'
import { SomebodyElse } from '#field-kit/somebody-else.tsx'
import { arena } from '#pwa/phone-apps.ts'
import { type AppServices, AppServicesContext, useAppServices } from './app-services.ts'
import { Home } from './screens/home.tsx'
import { type Messages, useWords } from './words.ts'

/** Lazily loaded screens by what follows the address of the app. */
const lazyScreens: Readonly<Record<string, () => Promise<{ default: ComponentType }>>> = {
  '/points': () => import('./screens/points.tsx'),
  '/challenges': () => import('./screens/challenges.tsx'),
  '/thanks': () => import('./screens/thanks.tsx'),
  '/rewards': () => import('./screens/rewards.tsx'),
  '/badges': () => import('./screens/badges.tsx'),
  '/fairness': () => import('./screens/fairness.tsx'),
  '/profile': () => import('./screens/profile.tsx'),
}

const together = ['/challenges', '/thanks', '/rewards', '/badges']

const below = (path: string): string => path.slice(arena.home.length).replace(/\/+$/, '')

const Screen = ({ path }: { path: string }): JSX.Element => {
  const words = useWords()
  const rest = below(path)
  if (rest === '') return <Home />
  const load = lazyScreens[rest]
  if (load) return <LazyScreen key={rest} load={load} props={{}} keeps={() => false} />
  return (
    <>
      <Heading text={words.unknownPage} />
      <Link class="button" to={arena.home}>
        {words.home}
      </Link>
    </>
  )
}

const Tabs = ({ path }: { path: string }): JSX.Element => {
  const words = useWords()
  const rest = below(path)
  return (
    <>
      <Tab to={arena.home} icon="person" current={rest === '' || rest === '/profile'}>
        {words.homeTab}
      </Tab>
      <Tab to={`${arena.home}/points`} icon="list" current={rest === '/points'}>
        {words.pointsTab}
      </Tab>
      <Tab to={`${arena.home}/challenges`} icon="users" current={together.includes(rest)}>
        {words.together}
      </Tab>
      <Tab to={`${arena.home}/fairness`} icon="info" current={rest === '/fairness'}>
        {words.fairness}
      </Tab>
    </>
  )
}

/** Covers the page of a user who is not signed in any more because another one is. */
const Cover = (): JSX.Element | null => {
  const { persons, othersSession } = useAppServices()
  const isOthers = useCell(othersSession)
  if (!isOthers) return null
  const other = persons.sessions.other()
  return (
    <SomebodyElse
      mine={persons.current()?.name ?? ''}
      theirs={other?.name ?? other?.email ?? ''}
      home={arena.home}
      signIn={`/app/sign-in?next=${encodeURIComponent(location.pathname)}`}
    />
  )
}

export const App = ({
  services,
  locale,
}: {
  services: AppServices
  locale: Cell<Locale<Messages>>
}): JSX.Element => (
  <AppServicesContext.Provider value={services}>
    <Frame
      locale={locale}
      onStart={() => {}}
      screen={({ path }) => <Screen path={path} />}
      layers={<Cover />}
      tabs={({ path }) => <Tabs path={path} />}
    />
  </AppServicesContext.Provider>
)
