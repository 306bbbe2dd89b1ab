import { type Abuse, getAbuse } from '#contracts/super-admin/platform.ts'
import { serve } from '#server/platform/http/serve.ts'

const hours = 48
const bursts = 100
const blocked = 100
const tenants = 20

const totalsText = `select coalesce(sum(u.reports_48h), 0)::int as reports, coalesce(sum(u.quarantined_48h), 0)::int as quarantined
  from tenant_usage u`
const tenantsText = `select t.id, t.name, u.reports_48h as reports, u.quarantined_48h as quarantined
  from tenant_usage u join tenant t on t.id = u.tenant_id
  where u.quarantined_48h > 0 and t.state <> 'ERASED' order by u.quarantined_48h desc, t.id limit ${tenants}`
const burstsText = `select b.at, t.id as "tenantId", t.name as "tenantName", b.source, b.reports, b.amenities
  from tenant_usage u join tenant t on t.id = u.tenant_id
  cross join lateral jsonb_to_recordset(u.bursts) as b (at timestamptz, source text, reports int, amenities int)
  where b.at > $1 and t.state <> 'ERASED' order by b.at desc limit ${bursts}`
const blockedText = `select source, kind as limit, until, hits from blocked_source
  where kind <> 'miss' and noted_at > $1 order by noted_at desc limit ${blocked}`
const missesText = `select coalesce(sum(hits), 0)::int as misses, count(distinct source)::int as sources
  from blocked_source where kind = 'miss' and noted_at > $1`

interface Quarantine {
  id: string
  name: string
  reports: number
  quarantined: number
}

const share = (part: number, of: number): number => (of === 0 ? 0 : part / of)

export default serve(getAbuse)(async ({ platform, now }) => {
  const { worker } = platform.databases
  const since = new Date(now.getTime() - hours * 3600_000)
  const read = async <R extends object>(name: string, text: string, values: unknown[] = []): Promise<R[]> =>
    (await worker.query<R>({ name, text, values })).rows
  const [total] = await read<{ reports: number; quarantined: number }>('abuse-totals', totalsText)
  const byTenant = await read<Quarantine>('abuse-tenants', tenantsText)
  const found = await read<Abuse['bursts'][number] & { at: never }>('abuse-bursts', burstsText, [since])
  const stopped = await read<Abuse['blocked'][number] & { until: never }>('abuse-blocked', blockedText, [
    since,
  ])
  const [guesses] = await read<Abuse['guesses']>('abuse-guesses', missesText, [since])
  const { reports = 0, quarantined = 0 } = total ?? {}
  return {
    since: since.toISOString(),
    quarantine: {
      total: quarantined,
      share: share(quarantined, reports),
      byTenant: byTenant.map((row) => ({
        id: row.id,
        name: row.name,
        count: row.quarantined,
        share: share(row.quarantined, row.reports),
      })),
    },
    bursts: found.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
    blocked: stopped.map((row) => ({ ...row, until: new Date(row.until).toISOString() })),
    guesses: guesses ?? { misses: 0, sources: 0 },
  }
})
