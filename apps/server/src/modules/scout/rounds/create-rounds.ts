/** Rounds of a schedule, made ahead so that they are on the phone in time. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { ask } from '#server/platform/mail/define.ts'
import { roundAssigned } from './mails/round-assigned.ts'

export interface RoundPlan {
  readonly scheduleId: string | null
  readonly title: string
  readonly buildingId: string
  /** the first whose types have that of the amenity is its checklist */
  readonly templateIds: readonly string[]
  /** in walking order */
  readonly amenityIds: readonly string[]
  /** null: open to all scouts of the building */
  readonly scoutId: string | null
  readonly dueAfterMinutes: number
}

interface Stop {
  readonly amenity_id: string
  readonly template_id: string
}

const stopsText = `select a.id as amenity_id, t.id as template_id
  from unnest($2::uuid[]) with ordinality as asked (id, place)
  join amenity a on a.tenant_id = $1 and a.id = asked.id and a.archived_at is null and a.building_id = $4
  cross join lateral (select t.id from unnest($3::uuid[]) with ordinality as chosen (id, place)
    join inspection_template t on t.tenant_id = $1 and t.id = chosen.id and t.state = 'PUBLISHED'
    where t.types = '{}' or a.type = any(t.types) order by chosen.place limit 1) t
  order by asked.place`

// A scout who may not walk all stops does not get the round.
const scoutText = `select s.id from scout s where s.tenant_id = $1 and s.id = $2 and s.state in ('INVITED', 'ACTIVE')
  and $3::uuid = any(s.building_ids) and not exists (select from amenity a
    where a.tenant_id = $1 and a.id = any($4::uuid[]) and s.types is not null and a.type <> all(s.types))`

const countText = `insert into tenant_counter (tenant_id, name, value) values ($1, 'round', $2)
  on conflict (tenant_id, name) do update set value = tenant_counter.value + $2 returning value`

const roundsText = `insert into round (tenant_id, id, number, title, building_id, scout_id, schedule_id, opens_at, due_by,
    assigned_at, stop_count, created_at, changed_at)
  select $1, n.id, n.number, $5, $6, $7, $8, n.opens_at, n.opens_at + make_interval(mins => $9), case when $7::uuid is null then null else $10::timestamptz end,
    $11, $10, $10
  from unnest($2::uuid[], $3::int[], $4::timestamptz[]) as n (id, number, opens_at)
  on conflict (tenant_id, schedule_id, opens_at) where schedule_id is not null do nothing
  returning id, due_by`

const insertStopsText = `insert into round_stop (tenant_id, id, round_id, position, amenity_id, template_id, changed_at)
  select $1, s.*, $7 from unnest($2::uuid[], $3::uuid[], $4::int[], $5::uuid[], $6::uuid[]) as s
  returning 1`

const writeStops = async (
  ctx: TenantContext,
  roundIds: readonly string[],
  stops: readonly Stop[],
): Promise<void> => {
  const all = roundIds.flatMap((roundId) => stops.map((stop, position) => ({ ...stop, roundId, position })))
  await ctx.run(insertStopsText, [
    ctx.tenantId,
    all.map(() => newId(ctx.now.getTime())),
    all.map(({ roundId }) => roundId),
    all.map(({ position }) => position),
    all.map((stop) => stop.amenity_id),
    all.map((stop) => stop.template_id),
    ctx.now,
  ])
}

/** One round for each time; one that is there already for the schedule stays. @returns ids of the new ones */
export const createRounds = async (
  ctx: TenantContext,
  plan: RoundPlan,
  times: readonly Date[],
): Promise<string[]> => {
  const stops = await ctx.run<Stop>(stopsText, [
    ctx.tenantId,
    plan.amenityIds,
    plan.templateIds,
    plan.buildingId,
  ])
  if (stops.length === 0 || times.length === 0) return []
  const amenityIds = stops.map(({ amenity_id }) => amenity_id)
  const [scout] = await ctx.run<{ id: string }>(scoutText, [
    ctx.tenantId,
    plan.scoutId,
    plan.buildingId,
    amenityIds,
  ])
  const [counted] = await ctx.run<{ value: number }>(countText, [ctx.tenantId, times.length])
  const first = (counted?.value ?? times.length) - times.length + 1
  const rounds = await ctx.run<{ id: string; due_by: Date }>(roundsText, [
    ctx.tenantId,
    times.map(() => newId(ctx.now.getTime())),
    times.map((_, at) => first + at),
    times,
    plan.title,
    plan.buildingId,
    scout?.id ?? null,
    plan.scheduleId,
    plan.dueAfterMinutes,
    ctx.now,
    stops.length,
  ])
  const ids = rounds.map(({ id }) => id)
  await writeStops(ctx, ids, stops)
  if (scout && ids.length > 0) await ask(ctx, roundAssigned, { scoutId: scout.id, roundIds: ids })
  await ctx.scheduleEach('round.expires', new Map(rounds.map(({ id, due_by }) => [id, due_by])))
  return ids
}
