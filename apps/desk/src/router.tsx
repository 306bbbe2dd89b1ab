/** All addresses of the app. Each screen is its own piece of code; each filter, sort and page is in the address. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { readAmenities } from './admin/amenities/search.ts'
import { readCodes, readStudio } from './admin/qr/search.ts'
import { readAudit, readBuildings, readKeys, readRules, readTeam, readTypes } from './admin/search.ts'
import { readInbox } from './feedback/search.ts'
import { useT } from './lib/language.tsx'
import { parseSearch, stringifySearch } from './lib/search.ts'
import { Screen } from './parts/screen.tsx'
import { Empty } from './parts/states.tsx'
import { Shell } from './shell/shell.tsx'
import { readTasks } from './tasks/search.ts'
import { readToday } from './today/search.ts'

const NotHere = () => {
  const { errors, places } = useT()
  return (
    <Screen title={errors.notHereTitle}>
      <Empty title={errors.notHere} action={<Link to="/">{places.today}</Link>} />
    </Screen>
  )
}

const Broken = ({ reset }: ErrorComponentProps) => {
  const { errors, words } = useT()
  return (
    <Screen title={errors.brokenTitle}>
      <Empty
        title={errors.broken}
        action={
          <button type="button" className="as-link" onClick={reset}>
            {words.retry}
          </button>
        }
      />
    </Screen>
  )
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotHere })
const getParentRoute = () => root

const today = createRoute({
  getParentRoute,
  path: '/',
  validateSearch: readToday,
  component: lazyRouteComponent(() => import('./today/today.tsx'), 'Today'),
})
const inbox = createRoute({
  getParentRoute,
  path: '/feedback',
  validateSearch: readInbox,
  component: lazyRouteComponent(() => import('./feedback/inbox.tsx'), 'Inbox'),
})
const submission = createRoute({
  getParentRoute,
  path: '/feedback/$id',
  component: lazyRouteComponent(() => import('./feedback/submission.tsx'), 'SubmissionScreen'),
})
const tasks = createRoute({
  getParentRoute,
  path: '/tasks',
  validateSearch: readTasks,
  component: lazyRouteComponent(() => import('./tasks/tasks.tsx'), 'Tasks'),
})
const task = createRoute({
  getParentRoute,
  path: '/tasks/$id',
  component: lazyRouteComponent(() => import('./tasks/task.tsx'), 'TaskScreen'),
})
const buildings = createRoute({
  getParentRoute,
  path: '/buildings',
  validateSearch: readBuildings,
  component: lazyRouteComponent(() => import('./admin/buildings/buildings.tsx'), 'Buildings'),
})
const buildingsImport = createRoute({
  getParentRoute,
  path: '/buildings/import',
  component: lazyRouteComponent(() => import('./admin/buildings/import.tsx'), 'ImportScreen'),
})
const building = createRoute({
  getParentRoute,
  path: '/buildings/$id',
  component: lazyRouteComponent(() => import('./admin/buildings/building.tsx'), 'BuildingScreen'),
})
const amenities = createRoute({
  getParentRoute,
  path: '/amenities',
  validateSearch: readAmenities,
  component: lazyRouteComponent(() => import('./admin/amenities/amenities.tsx'), 'Amenities'),
})
const amenity = createRoute({
  getParentRoute,
  path: '/amenities/$id',
  component: lazyRouteComponent(() => import('./admin/amenities/amenity.tsx'), 'AmenityScreen'),
})
const qrCodes = createRoute({
  getParentRoute,
  path: '/qr-codes',
  validateSearch: readCodes,
  component: lazyRouteComponent(() => import('./admin/qr/codes.tsx'), 'QrCodes'),
})
const qrStudio = createRoute({
  getParentRoute,
  path: '/qr-studio',
  validateSearch: readStudio,
  component: lazyRouteComponent(() => import('./admin/qr/studio.tsx'), 'QrStudio'),
})
const types = createRoute({
  getParentRoute,
  path: '/types',
  validateSearch: readTypes,
  component: lazyRouteComponent(() => import('./admin/types/types.tsx'), 'Types'),
})
const rules = createRoute({
  getParentRoute,
  path: '/rules',
  validateSearch: readRules,
  component: lazyRouteComponent(() => import('./admin/rules/rules.tsx'), 'Rules'),
})
const team = createRoute({
  getParentRoute,
  path: '/team',
  validateSearch: readTeam,
  component: lazyRouteComponent(() => import('./admin/team/team.tsx'), 'Team'),
})
const settings = createRoute({
  getParentRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./admin/settings/settings.tsx'), 'SettingsScreen'),
})
const data = createRoute({
  getParentRoute,
  path: '/data',
  component: lazyRouteComponent(() => import('./admin/data/data.tsx'), 'DataScreen'),
})
const auditLog = createRoute({
  getParentRoute,
  path: '/audit-log',
  validateSearch: readAudit,
  component: lazyRouteComponent(() => import('./admin/audit/audit-log.tsx'), 'AuditLog'),
})
const apiKeys = createRoute({
  getParentRoute,
  path: '/api-keys',
  validateSearch: readKeys,
  component: lazyRouteComponent(() => import('./admin/keys/keys.tsx'), 'ApiKeys'),
})
const sso = createRoute({
  getParentRoute,
  path: '/sso',
  component: lazyRouteComponent(() => import('./admin/sso/sso.tsx'), 'SsoScreen'),
})
const profile = createRoute({
  getParentRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile/profile.tsx'), 'ProfileScreen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    today,
    inbox,
    submission,
    tasks,
    task,
    buildings,
    buildingsImport,
    building,
    amenities,
    amenity,
    qrCodes,
    qrStudio,
    types,
    rules,
    team,
    settings,
    data,
    auditLog,
    apiKeys,
    sso,
    profile,
  ]),
  basepath: '/app',
  parseSearch,
  stringifySearch,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotHere,
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
