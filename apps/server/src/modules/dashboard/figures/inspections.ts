/** Inspections of scouts in figures: those of rounds that were submitted. */
import type { InspectionFigures } from '#contracts/scout/figures.ts'
import { countedRoundStates } from '#contracts/scout/rounds.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { toldTimeFor } from '#server/modules/scout/own/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Values, valuesFor } from '../filters.ts'
import { shareOf } from '../wilson.ts'
import type { Figures } from './open-figures.ts'

const at = 'coalesce(s.completed_at, s.started_at)'

/** Conditions on the stops `s` of rounds `r`, with skipped ones; a stop counts on the day on which it ended. */
export const inspectionConditions = ({ filter, period }: Figures, values: Values): string => {
  const [start, end] = [values.add(period.start), values.add(period.end)]
  const only = conditions(filter, { building: 'r.building_id', amenity: 's.amenity_id' }, values)
  // No stop ends after its round is submitted; the index of submissions finds them.
  return `r.tenant_id = $1 and r.state = any(${values.add(countedRoundStates)}::text[]) and r.submitted_at >= ${start}
    and s.tenant_id = $1 and s.state is not null and ${at} >= ${start} and ${at} < ${end}${only}`
}

const counts = `count(*)::int as n, count(s.score)::int as scored, coalesce(sum(s.score), 0)::float8 as points,
  count(*) filter (where s.passed)::int as passed`

interface Tally {
  n: number
  /** those with a score */
  scored: number
  points: number
  passed: number
}

const nothing: Tally = { n: 0, scored: 0, points: 0, passed: 0 }

const plus = (a: Tally, b: Tally): Tally => ({
  n: a.n + b.n,
  scored: a.scored + b.scored,
  points: a.points + b.points,
  passed: a.passed + b.passed,
})

const averageOf = ({ points, scored }: Tally): number | null =>
  scored === 0 ? null : Math.round((points / scored) * 10) / 10

const presentTally = (tally: Tally) => ({
  count: tally.n,
  average: averageOf(tally),
  passed: tally.passed,
  ...shareOf(tally.passed, tally.n),
})

const from = 'from round r join round_stop s on s.tenant_id = $1 and s.round_id = r.id'

interface LastRow {
  completed_at: Date
  score: number | null
  passed: boolean
  kind: string | null
  zone: string
}

export const inspectionFigures = async (ctx: TenantContext, figures: Figures): Promise<InspectionFigures> => {
  const { days } = figures.period
  const values = valuesFor(ctx.tenantId)
  const where = `${inspectionConditions(figures, values)} and s.state = 'COMPLETED'`
  const starts = values.add(days.map(({ start }) => start))
  const lastValues = valuesFor(ctx.tenantId)
  const lastWhere = `${inspectionConditions(figures, lastValues)} and s.state = 'COMPLETED'`
  const [rows, [last]] = await Promise.all([
    ctx.run<Tally & { day: number }>(
      `select width_bucket(s.completed_at, ${starts}::timestamptz[]) - 1 as day, ${counts} ${from} where ${where} group by 1`,
      values.list,
    ),
    ctx.run<LastRow>(
      `select s.completed_at, s.score, s.passed, c.kind, b.time_zone as zone ${from}
         join building b on b.tenant_id = $1 and b.id = r.building_id
         left join scout c on c.tenant_id = $1 and c.id = r.scout_id
       where ${lastWhere} order by s.completed_at desc, s.id desc limit 1`,
      lastValues.list,
    ),
  ])
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return {
    ...presentTally(rows.reduce<Tally>(plus, nothing)),
    last: last
      ? {
          at: toldTimeFor(last.kind, last.zone)(last.completed_at),
          score: last.score,
          passed: last.passed,
        }
      : null,
    trend: days.map(({ date }, index) => {
      const tally = byDay.get(index) ?? nothing
      return { date, count: tally.n, average: averageOf(tally) }
    }),
  }
}

export interface InspectedAmenity extends ReturnType<typeof presentTally> {
  readonly id: string
  readonly name: string
  readonly location: string | null
  readonly building: { readonly id: string; readonly name: string }
}

type AmenityRow = Tally & {
  id: string
  name: string
  location: string | null
  building_id: string
  building: string
}

/** By amenity, the lowest average first. */
export const inspectedAmenities = async (
  ctx: TenantContext,
  figures: Figures,
): Promise<readonly InspectedAmenity[]> => {
  const values = valuesFor(ctx.tenantId)
  const where = `${inspectionConditions(figures, values)} and s.state = 'COMPLETED'`
  const rows = await ctx.run<AmenityRow>(
    `select k.*, a.name, ${pathOfLocation('a.location_id')} as location, b.id as building_id, b.name as building
     from (select s.amenity_id as id, ${counts} ${from} where ${where} group by 1) k
     join amenity a on a.tenant_id = $1 and a.id = k.id
     join building b on b.tenant_id = $1 and b.id = a.building_id
     order by k.points / nullif(k.scored, 0) nulls last, a.name, a.id`,
    values.list,
  )
  return rows.map(({ id, name, location, building_id, building, ...tally }) => ({
    id,
    name,
    location,
    building: { id: building_id, name: building },
    ...presentTally(tally),
  }))
}
