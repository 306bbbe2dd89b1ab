/** Buildings against their own 90 days before the season: the share of finished work that was confirmed and held. */
import type { BuildingPlace } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { SeasonRow } from '../seasons/current-season.ts'

const fewestTasks = 20
const daysBefore = 90

interface Row {
  id: string
  name: string
  now_n: number
  now_held: number
  before_n: number
  before_held: number
}

// Work that was reopened counts as not held, whatever became of it later.
const text = `select b.id, b.name,
    count(*) filter (where t.completed_at >= $2)::int as now_n,
    count(*) filter (where t.completed_at >= $2 and t.verification = 'CONFIRMED' and t.reopen_count = 0)::int as now_held,
    count(*) filter (where t.completed_at < $2)::int as before_n,
    count(*) filter (where t.completed_at < $2 and t.verification = 'CONFIRMED' and t.reopen_count = 0)::int as before_held
  from task t join building b on b.tenant_id = $1 and b.id = t.building_id
  where t.tenant_id = $1 and t.merged_into is null and t.status = 'DONE' and t.completed_at >= $2::timestamptz - interval '${daysBefore} days'
    and t.completed_at < $3 and ($4::uuid[] is null or b.id = any($4))
  group by b.id, b.name
  having count(*) filter (where t.completed_at >= $2) >= ${fewestTasks} and count(*) filter (where t.completed_at < $2) >= ${fewestTasks}`

const round3 = (value: number): number => Math.round(value * 1000) / 1000

/** Wilson's interval of a share at 95 %. */
const held = (count: number, n: number): BuildingPlace['now'] => {
  const z = 1.96
  const share = count / n
  const middle = (share + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return {
    n,
    share: round3(share),
    low: round3(Math.max(0, middle - half)),
    high: round3(Math.min(1, middle + half)),
  }
}

/** By change, best first. */
export const buildingBoard = async (
  ctx: TenantContext,
  season: Pick<SeasonRow, 'starts_at' | 'ends_at'>,
  buildingIds: readonly string[] | null = null,
): Promise<BuildingPlace[]> => {
  const rows = await ctx.run<Row>(text, [ctx.tenantId, season.starts_at, season.ends_at, buildingIds])
  return rows
    .map((row) => {
      const [now, before] = [held(row.now_held, row.now_n), held(row.before_held, row.before_n)]
      return {
        building: { id: row.id, name: row.name },
        now,
        before,
        change: round3(now.share - before.share),
      }
    })
    .sort((a, b) => b.change - a.change || (a.building.name < b.building.name ? -1 : 1))
}
