import type { PlanLimits } from '#contracts/kit/plan-limits.ts'
import { type Plan, plans } from '#contracts/kit/vocabulary.ts'
import { getPlatformUsage, type PlatformUsage } from '#contracts/super-admin/platform.ts'
import { limitNames, nearShare, tenantStates } from '#contracts/super-admin/tenants.ts'
import { checkParts, examine } from '#server/modules/system/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { countParked, readBacklogs } from '#server/platform/events/backlogs.ts'
import { type LimitOverride, limitsOf } from '#server/platform/gate/tenant-status.ts'
import { serve } from '#server/platform/http/serve.ts'
import { version } from '#server/platform/version.ts'
import { type AnnouncementRow, announcementColumns, presentAnnouncement } from '../notices/announcements.ts'
import { stateSql } from '../tenants/tenant-row.ts'

const nearestShown = 20

const totalsText = `select count(*)::int as total,
    coalesce(sum(u.feedback_today), 0)::int as today, coalesce(sum(u.feedback_30d), 0)::int as days30,
    coalesce(sum(u.tasks_30d), 0)::int as tasks, coalesce(sum(u.storage_bytes), 0)::bigint as bytes,
    coalesce(sum(u.mails_sent), 0)::int as mails_sent, coalesce(sum(u.mails_failed), 0)::int as mails_failed,
    coalesce(sum(u.webhooks_delivered), 0)::int as delivered, coalesce(sum(u.webhooks_failed), 0)::int as failed
  from tenant t left join tenant_usage u on u.tenant_id = t.id where t.state <> 'ERASED'`
const groupsText = `select ${stateSql} as state, t.plan, count(*)::int as n from tenant t where t.state <> 'ERASED' group by 1, 2`
const nearText = `select t.id, t.name, t.plan, t.limit_overrides, u.used
  from tenant_usage u join tenant t on t.id = u.tenant_id where cardinality(u.near) > 0 and t.state <> 'ERASED'`
const currentText = `select ${announcementColumns} from announcement where ends_at > $1 order by created_at desc, id desc limit 100`

interface Totals {
  total: number
  today: number
  days30: number
  tasks: number
  bytes: number
  mails_sent: number
  mails_failed: number
  delivered: number
  failed: number
}

interface NearRow {
  id: string
  name: string
  plan: Plan
  limit_overrides: LimitOverride[]
  used: Record<keyof PlanLimits, number>
}

const nearest = (rows: readonly NearRow[], now: Date): PlatformUsage['nearLimits'] =>
  rows
    .flatMap(({ id, name, plan, limit_overrides, used }) => {
      const allowed = limitsOf(plan, limit_overrides, now)
      return limitNames.flatMap((limit) => {
        const most = allowed[limit]
        const known = used[limit] ?? 0
        const isNear = most !== null && most > 0 && known >= most * nearShare
        return isNear ? [{ id, name, limit, used: known, allowed: most }] : []
      })
    })
    .sort((a, b) => b.used / b.allowed - a.used / a.allowed)
    .slice(0, nearestShown)

const systemOf = async (platform: Platform): Promise<PlatformUsage['system']> => {
  const [parts, backlogs] = await Promise.all([checkParts(platform), readBacklogs(platform)])
  const waiting = [...backlogs.subscribers, ...backlogs.dueWork].filter(([, one]) => one.waiting > 0)
  return {
    version,
    migration: parts.database.migration,
    parts: Object.fromEntries(Object.entries(parts).map(([name, { state }]) => [name, state])),
    backlog: waiting.map(([name, one]) => ({
      name,
      count: one.waiting,
      oldestSeconds: one.oldestSeconds,
    })),
    parked: countParked(backlogs),
    backups: parts.backup
      ? {
          last: parts.backup.lastAt,
          next: parts.backup.nextAt,
          kept: parts.backup.kept ?? 0,
          state: parts.backup.state,
        }
      : null,
  }
}

export default serve(getPlatformUsage)(async ({ platform, now }, { query: { installation: language } }) => {
  const { worker } = platform.databases
  const [system, installation] = await Promise.all([
    systemOf(platform),
    language === undefined ? undefined : examine(platform, language),
  ])
  const { rows: totals } = await worker.query<Totals>({ name: 'usage-totals', text: totalsText })
  const { rows: groups } = await worker.query<{ state: string; plan: Plan; n: number }>({
    name: 'usage-groups',
    text: groupsText,
  })
  const { rows: near } = await worker.query<NearRow>({ name: 'usage-near', text: nearText })
  const { rows: current } = await worker.query<AnnouncementRow>({
    name: 'usage-announcements',
    text: currentText,
    values: [now],
  })
  const [all] = totals
  if (!all) throw new Error('The totals returned no row')
  const countsBy = (names: readonly string[], field: 'state' | 'plan') =>
    Object.fromEntries(
      names.map((name) => [
        name,
        groups.filter((group) => group[field] === name).reduce((sum, { n }) => sum + n, 0),
      ]),
    )
  return {
    tenants: {
      total: all.total,
      byState: countsBy(tenantStates, 'state'),
      byPlan: countsBy(plans, 'plan'),
    },
    feedback: { today: all.today, days30: all.days30 },
    tasks30d: all.tasks,
    storageBytes: all.bytes,
    mails24h: { sent: all.mails_sent, failed: all.mails_failed },
    webhooks24h: { delivered: all.delivered, failed: all.failed },
    nearLimits: nearest(near, now),
    system: installation ? { ...system, installation } : system,
    announcements: current.map(presentAnnouncement),
  }
})
