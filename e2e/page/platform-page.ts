/** The built app of super admins, with answers from the contracts' examples that have something in every part. */

import { superAdmins } from '#client/realms.ts'
import type { Session } from '#client/session.ts'
import { listFlags } from '#contracts/super-admin/flags.ts'
import { getAbuse, getPlatformUsage, listPlatformAudit } from '#contracts/super-admin/platform.ts'
import { getTenant, limitNames, listTenants, tenantStates } from '#contracts/super-admin/tenants.ts'
import type { Kind, Opened } from '../browser.ts'
import { type DeskPage, openDeskPage } from './desk-page.ts'
import { exampleOf, idOf, rowsOf } from './examples.ts'

export const at = '2026-11-20T08:00:00.000Z'

export const session: Session = {
  accessToken: 'example',
  refreshToken: '',
  user: { id: idOf('super admin'), email: 'super@stage.example', name: 'Sam Root', roles: [] },
}

export const tenant = {
  ...(exampleOf(getTenant.data) as object),
  id: idOf('tenant'),
  name: 'Riverside',
  slug: 'riverside',
  plan: 'TRIAL',
  state: 'ACTIVE',
  source: 'MANUAL',
  trialEndsAt: at,
  nearLimits: ['buildings'],
  limits: limitNames.map((name, index) => ({
    name,
    used: index * 7,
    allowed: index === 0 ? null : 50,
    override: index === 1 ? { value: 50, until: '2027-02-01T00:00:00.000Z', reason: 'Longer pilot' } : null,
  })),
  states: [{ at, from: 'TRIAL', to: 'ACTIVE', reason: 'They chose a plan' }],
  accesses: [{ id: idOf('access'), at, until: at, reason: 'A report is missing', by: 'super@stage.example' }],
  flags: { SCOUT: true, ARENA: false },
}

const announcement = {
  id: idOf('announcement'),
  kind: 'MAINTENANCE',
  title: 'Maintenance tonight',
  text: 'From 22:00 to 22:30 UTC nothing can be saved. Visitors are not affected.',
  texts: {},
  audience: { plans: ['PRO', 'BUSINESS'] },
  from: at,
  until: '2026-11-21T08:00:00.000Z',
  createdAt: at,
  by: 'super@stage.example',
}

const usage = exampleOf(getPlatformUsage.data) as Record<string, object>

/** Something in every part of every screen. */
export const fill = ({ answer }: DeskPage): void => {
  answer(listTenants, () => ({
    data: rowsOf(listTenants.list, 60, (number) => ({
      id: idOf(`tenant ${number}`),
      name: `Organisation of the river bank ${number}`,
      state: tenantStates[number % tenantStates.length],
      stateReason: tenantStates[number % tenantStates.length] === 'SUSPENDED' ? 'UNPAID' : null,
      feedback30d: 1234 * number,
      storageBytes: 987_654_321 * number,
      nearLimits: number % 3 === 0 ? ['buildings', 'members'] : [],
      matched: number === 1 ? { kind: 'WEBHOOK', id: idOf('webhook') } : null,
    })),
  }))
  answer(getTenant, () => ({ data: tenant }))
  answer(getPlatformUsage, () => ({
    data: {
      ...usage,
      mails24h: { sent: 4812, failed: 3 },
      system: {
        ...usage.system,
        version: '0.1.0',
        migration: '0220_super_admin',
        parts: { database: 'OK', storage: 'DEGRADED', queue: 'DOWN' },
        backlog: [
          { name: 'sla.moment', count: 12, oldestSeconds: 35 },
          { name: 'webhooks.deliver', count: 4100, oldestSeconds: 8000 },
        ],
        parked: 2,
        backups: { last: at, next: at, kept: 14, state: 'OK' },
        installation: [
          { name: 'CLOCK', state: 'OK', title: 'Clock', text: 'It agrees with the database.', advice: '' },
          {
            name: 'REACH',
            state: 'WARN',
            title: 'Reach',
            text: 'https://feedback.long-name-of-an-organisation.example can be opened from this network only.',
            advice: 'Set BASE_URL to a public address before you print stickers.',
          },
          { name: 'DISK', state: 'FAIL', title: 'Disk', text: '12 MB are free.', advice: 'Make room now.' },
        ],
      },
      announcements: [announcement],
    },
  }))
  answer(getAbuse, () => ({ data: { ...(exampleOf(getAbuse.data) as object), since: at } }))
  answer(listFlags, () => ({
    data: rowsOf(listFlags.list, 4, (number) => ({
      key: ['SCOUT', 'ARENA', 'SLACK', 'MCP'][number - 1],
      default: true,
      global: number === 2 ? false : null,
      plans: number === 3 ? { PRO: true, TRIAL: false } : {},
      tenants: number === 4 ? [{ id: tenant.id, name: tenant.name, on: false }] : [],
    })),
  }))
  answer(listPlatformAudit, () => ({
    data: rowsOf(listPlatformAudit.list, 8, (number) => ({
      actor: { id: number === 2 ? null : session.user.id, email: 'super@stage.example' },
      action: ['updateTenant', 'signInFailed', 'openSupportAccess'][number % 3],
      tenantId: number === 2 ? null : tenant.id,
      tenantName: number === 2 ? null : tenant.name,
      reason: number === 2 ? null : 'They asked for more time',
      changes: number === 2 ? [] : [{ field: 'plan', from: 'TRIAL', to: 'PRO' }],
    })),
  }))
}

/** Nothing in any part that may be empty. */
export const clear = ({ answer }: DeskPage): void => {
  for (const endpoint of [listTenants, listFlags, listPlatformAudit]) answer(endpoint, () => ({ data: [] }))
  answer(getTenant, () => ({ data: { ...tenant, states: [], accesses: [], flags: {}, nearLimits: [] } }))
  answer(getPlatformUsage, () => ({
    data: {
      ...usage,
      nearLimits: [],
      announcements: [],
      system: { ...usage.system, backlog: [], parked: 0, backups: null },
    },
  }))
  answer(getAbuse, () => ({
    data: {
      since: at,
      quarantine: { total: 0, share: 0, byTenant: [] },
      bursts: [],
      blocked: [],
      guesses: { misses: 0, sources: 0 },
    },
  }))
}

export interface PlatformPage extends DeskPage {
  /** @param address below /platform */
  openPlatform(kind: Kind, address: string): Promise<Opened>
}

export const openPlatformPage = async (): Promise<PlatformPage> => {
  const desk = await openDeskPage()
  return {
    ...desk,
    openPlatform: async (kind, address) => {
      const opened = await desk.open(kind, { realm: superAdmins, session, timezoneId: 'Europe/Berlin' })
      await opened.page.goto(`${desk.base}/platform${address}`)
      await opened.page.getByRole('heading', { level: 1 }).waitFor()
      return opened
    },
  }
}
