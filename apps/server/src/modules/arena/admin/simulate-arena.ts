/** What the last 30 days would have given with these weights and caps: of groups, never of a person. */
import type { ArenaSimulation } from '#contracts/arena/admin.ts'
import type { Caps, Weights } from '#contracts/arena/records.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { localHour } from '#server/platform/local-day.ts'
import { hideSmall, smallestGroup } from '../seasons/present-season.ts'
import type { ArenaWords } from '../words/words.ts'
import { wordsOfStaff } from './present-arena.ts'

const days = 30
/** A day of a finisher counts as so many hours. */
const hoursOfDay = 8

interface Row {
  user_id: string
  team: string | null
  building: string | null
  hour: string
  points: number
}

// Finished work of members that still holds, with what each task gives by priority, usual effort, photo and
// confirmation; helping and finding are left out, so the figures are a little low.
const text = `with usual as (
    select category, case when count(*) < 5 then 1
      else greatest(1, least(4, ceil(percentile_cont(0.5) within group (order by minutes_spent) / 15)))::int end as effort
    from task where tenant_id = $1 and completed_at > $2::timestamptz - interval '90 days' and minutes_spent is not null group by category)
  select h.actor_id as user_id, c.name as team, b.name as building,
    t.completed_at, coalesce(b.time_zone, tenant.time_zone) as zone,
    (($3::jsonb ->> t.priority)::int + coalesce(usual.effort, 1) * ($3::jsonb ->> 'effort')::int
      + case when t.verification = 'CONFIRMED' then ($3::jsonb ->> 'confirmed')::int else 0 end
      + case when exists (select from upload u where u.tenant_id = $1 and u.task_id = t.id and u.kind = 'AFTER'
          and u.attached_at <= t.completed_at and u.hidden_at is null) then ($3::jsonb ->> 'photo')::int else 0 end)::int as points
  from task t join tenant on tenant.id = t.tenant_id
  join lateral (select actor_kind, actor_id from task_history h where h.tenant_id = $1 and h.task_id = t.id
    and h.changes -> 'status' ->> 1 = 'DONE' order by h.at desc, h.id desc limit 1) h on h.actor_kind = 'USER'
  left join usual on usual.category is not distinct from t.category
  left join building b on b.tenant_id = $1 and b.id = t.building_id
  left join lateral (select company_id from operator where tenant_id = $1 and user_id::text = h.actor_id limit 1) o on true
  left join company c on c.tenant_id = $1 and c.id = o.company_id
  where t.tenant_id = $1 and t.completed_at > $2::timestamptz - interval '${days} days' and t.completed_at <= $2 and t.status = 'DONE'
    and t.merged_into is null and t.verification <> 'REJECTED'
    and (t.created_by_kind <> 'USER' or t.created_by_id is distinct from h.actor_id or t.verification = 'CONFIRMED')
  order by t.completed_at, t.id`

type StoredRow = Omit<Row, 'hour'> & { readonly completed_at: Date; readonly zone: string }

interface Given extends Row {
  /** what the caps leave */
  readonly given: number
}

/** Pure: what the caps leave of each line, in the order of finishing. */
export const applyCaps = (rows: readonly Row[], { perHour, perDay }: Caps): Given[] => {
  const used = new Map<string, number>()
  return rows.map((row) => {
    const [hour, day] = [`${row.user_id} ${row.hour}`, `${row.user_id} ${row.hour.slice(0, 10)}`]
    const room = Math.min(perHour - (used.get(hour) ?? 0), perDay - (used.get(day) ?? 0))
    const given = Math.max(0, Math.min(row.points, room))
    used.set(hour, (used.get(hour) ?? 0) + given)
    used.set(day, (used.get(day) ?? 0) + given)
    return { ...row, given }
  })
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

const byPerson = (rows: readonly Given[]) =>
  [...Map.groupBy(rows, ({ user_id }) => user_id).values()].map((own) => ({
    points: own.reduce((sum, { given }) => sum + given, 0),
    hours: hoursOfDay * new Set(own.map(({ hour }) => hour.slice(0, 10))).size,
  }))

const groups = (rows: readonly Given[], nameOf: (row: Given) => string | null): ArenaSimulation['byTeam'] =>
  [...Map.groupBy(rows, nameOf)].flatMap(([name, own]) => {
    const people = byPerson(own)
    if (name === null || people.length < smallestGroup) return []
    const hours = people.reduce((sum, person) => sum + person.hours, 0)
    const points = people.reduce((sum, person) => sum + person.points, 0)
    const sorted = people.map((person) => person.points).sort((a, b) => a - b)
    return [
      {
        name,
        finishers: people.length,
        p50: quantile(sorted, 0.5),
        perHour: hours === 0 ? 0 : Math.round((100 * points) / hours) / 100,
      },
    ]
  })

const shiftOf = ({ hour }: Row): string => {
  const at = Number(hour.slice(11))
  if (at >= 6 && at < 14) return 'DAY'
  return at >= 14 && at < 22 ? 'EVENING' : 'NIGHT'
}

const notesOf = (rows: readonly Given[], finishers: number, { simulation }: ArenaWords): string[] => [
  ...(finishers < smallestGroup ? [simulation.tooFew] : []),
  ...(rows.some(({ points, given }) => given < points) ? [simulation.capped] : []),
  simulation.leftOut,
]

export const simulateArena = async (
  ctx: StaffContext,
  weights: Weights,
  caps: Caps,
): Promise<ArenaSimulation> => {
  const rows = applyCaps(
    (await ctx.run<StoredRow>(text, [ctx.tenantId, ctx.now, JSON.stringify(weights)])).map((row) => ({
      ...row,
      hour: localHour(row.completed_at, row.zone),
    })),
    caps,
  )
  const sorted = byPerson(rows)
    .map(({ points }) => points)
    .sort((a, b) => a - b)
  const [enough, words] = [sorted.length >= smallestGroup, await wordsOfStaff(ctx)]
  return {
    days,
    finishers: hideSmall(sorted.length),
    points: enough ? rows.reduce((sum, { given }) => sum + given, 0) : 0,
    capped: enough ? rows.reduce((sum, { points, given }) => sum + points - given, 0) : 0,
    perFinisher: enough
      ? { p10: quantile(sorted, 0.1), p50: quantile(sorted, 0.5), p90: quantile(sorted, 0.9) }
      : null,
    byTeam: groups(rows, ({ team }) => team ?? words.ownTeam),
    byBuilding: groups(rows, ({ building }) => building),
    byShift: groups(rows, shiftOf),
    notes: notesOf(rows, sorted.length, words),
  }
}
