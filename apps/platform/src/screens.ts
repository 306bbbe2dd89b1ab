/** Screen register of the app of super admins. */
import { listFlags } from '#contracts/super-admin/flags.ts'
import { getAbuse, getPlatformUsage, listPlatformAudit } from '#contracts/super-admin/platform.ts'
import { getTenant, listTenants } from '#contracts/super-admin/tenants.ts'
import { list, page, queryOf, record, type ScreenFacts } from '#desk-kit/shell/screen-kinds.ts'
import type en from './screens/messages/en.ts'
import { systemMessages } from './system/messages.ts'
import { tenantMessages } from './tenants/messages.ts'

const usage = {
  reads: getPlatformUsage,
  queries: () => [queryOf(getPlatformUsage, {})],
  messages: [tenantMessages, systemMessages],
} as const

/** In the order of the rail. */
export const screens = {
  tenants: list({
    path: '/',
    reads: listTenants,
    area: 'work',
    key: 't',
    messages: [tenantMessages],
    load: () => import('./tenants/tenants.tsx'),
  }),
  tenant: record({
    path: '/tenants/$id',
    reads: getTenant,
    under: 'tenants',
    title: ({ name }) => name,
    messages: [tenantMessages],
    load: () => import('./tenants/tenant.tsx'),
  }),
  jobs: page({ ...usage, path: '/jobs', area: 'work', key: 'j', load: () => import('./system/jobs.tsx') }),
  deliveries: page({
    ...usage,
    path: '/deliveries',
    area: 'work',
    key: 'm',
    load: () => import('./system/deliveries.tsx'),
  }),
  abuse: page({
    path: '/abuse',
    reads: getAbuse,
    area: 'work',
    key: 'b',
    queries: () => [queryOf(getAbuse, {})],
    messages: [systemMessages],
    load: () => import('./system/abuse.tsx'),
  }),
  announcements: page({
    ...usage,
    path: '/announcements',
    area: 'work',
    key: 'n',
    load: () => import('./system/announcements.tsx'),
  }),
  flags: list({
    path: '/flags',
    reads: listFlags,
    area: 'work',
    key: 'f',
    messages: [systemMessages],
    load: () => import('./system/flags.tsx'),
  }),
  system: page({
    ...usage,
    path: '/system',
    area: 'work',
    key: 's',
    load: () => import('./system/system.tsx'),
  }),
  audit: list({
    path: '/audit',
    reads: listPlatformAudit,
    area: 'work',
    key: 'l',
    sort: '-at',
    messages: [tenantMessages, systemMessages],
    load: () => import('./system/audit.tsx'),
  }),
} satisfies Record<keyof (typeof en)['places'], ScreenFacts>
