/** Runs a schedule at its time: creates its tasks, once, and schedules the next run. */
import type { Priority } from '#contracts/records.ts'
import { createRounds } from '#server/modules/scout/rounds/public.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { isAssignable, openTasks } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { aheadOf, partsOf, plan, type ScheduleRow, type Template, upcomingOf } from './present-schedule.ts'
import { timesAfter } from './recurrence.ts'
import { sayMissed } from './words.ts'

/** Where a task is created. */
interface TaskPlace {
  readonly amenityId: string | null
  readonly buildingId: string | null
  readonly priority: Priority | null
  readonly skill: string | null
}

interface AmenityRow {
  id: string
  building_id: string
  category: { priority: Priority; skill: string | null } | null
}

const amenitiesText = `select a.id, a.building_id, (
    select jsonb_build_object('priority', c.value ->> 'priority', 'skill', c.value ->> 'skill')
    from amenity_type t, jsonb_array_elements(t.categories) c
    where t.tenant_id = $1 and c.value ->> 'code' = $3 order by t.code = a.type desc, t.position limit 1) as category
  from unnest($2::uuid[]) with ordinality as asked (id, place)
  join amenity a on a.tenant_id = $1 and a.id = asked.id and a.archived_at is null
  order by asked.place`

const buildingText = `select $2::uuid is null or exists (
    select from building where tenant_id = $1 and id = $2 and archived_at is null) as served, (
    select jsonb_build_object('priority', c.value ->> 'priority', 'skill', c.value ->> 'skill')
    from amenity_type t, jsonb_array_elements(t.categories) c
    where t.tenant_id = $1 and c.value ->> 'code' = $3 order by t.position limit 1) as category`

/** Places of the template that are not archived. */
const readPlaces = async (
  ctx: TenantContext,
  { buildingId, amenityIds, category }: Template,
): Promise<TaskPlace[]> => {
  if (amenityIds.length > 0) {
    const rows = await ctx.run<AmenityRow>(amenitiesText, [ctx.tenantId, amenityIds, category])
    return rows.map(({ id, building_id, category: own }) => ({
      amenityId: id,
      buildingId: building_id,
      priority: own?.priority ?? null,
      skill: own?.skill ?? null,
    }))
  }
  const [row] = await ctx.run<Pick<AmenityRow, 'category'> & { served: boolean }>(buildingText, [
    ctx.tenantId,
    buildingId,
    category,
  ])
  if (!row?.served) return []
  return [
    {
      amenityId: null,
      buildingId,
      priority: row.category?.priority ?? null,
      skill: row.category?.skill ?? null,
    },
  ]
}

const slotOf = ({ amenityId }: TaskPlace): string => amenityId ?? ''

// A merged task is open if the one it was merged into is.
const openText = `select r.slot from schedule_run r
  join task t on t.tenant_id = $1 and t.id = r.task_id
  left join task living on living.tenant_id = $1 and living.id = t.merged_into
  where r.tenant_id = $1 and r.schedule_id = $2 and coalesce(living.status, t.status) <> 'DONE'`

const readOpen = async (ctx: TenantContext, scheduleId: string): Promise<Set<string>> => {
  const rows = await ctx.run<{ slot: string }>(openText, [ctx.tenantId, scheduleId])
  return new Set(rows.map(({ slot }) => slot))
}

const rememberText = `insert into schedule_run (tenant_id, schedule_id, slot, task_id, at)
  select $1, $2, made.slot, made.task_id, $5 from unnest($3::text[], $4::uuid[]) as made (slot, task_id)
  on conflict (tenant_id, schedule_id, slot) do update set task_id = excluded.task_id, at = excluded.at`

const assigneeOf = ({ assignee }: Template) => {
  if (assignee?.userId) return { kind: 'USER' as const, id: assignee.userId }
  if (assignee?.operatorId) return { kind: 'OPERATOR' as const, id: assignee.operatorId }
  if (assignee?.companyId) return { kind: 'COMPANY' as const, id: assignee.companyId }
  return null
}

const local = (time: Date | undefined, zone: string): string =>
  time === undefined
    ? ''
    : Temporal.Instant.fromEpochMilliseconds(time.getTime())
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })
        .replace('T', ' ')

/** @param times ascending, not empty: tasks are created for the last, the ones before were missed */
const createTasks = async (ctx: TenantContext, row: ScheduleRow, times: readonly Date[]): Promise<void> => {
  const { name, template, ifOpen, recurrence } = partsOf(row)
  const [all, open] = await Promise.all([
    readPlaces(ctx, template),
    ifOpen === 'SKIP' ? readOpen(ctx, row.id) : new Set<string>(),
  ])
  const places = all.filter((place) => !open.has(slotOf(place)))
  if (places.length === 0) return
  const language = await tenantLanguage(ctx)
  const wanted = assigneeOf(template)
  const assignee = wanted && (await isAssignable(ctx, wanted)) ? wanted : null
  const at = times.at(-1) ?? ctx.now
  const missed = times.slice(0, -1)
  const note =
    missed.length === 0
      ? {}
      : {
          note: sayMissed(language, {
            count: missed.length,
            first: local(missed[0], recurrence.timeZone),
            last: local(missed.at(-1), recurrence.timeZone),
          }),
        }
  const ids = await openTasks(
    ctx,
    places.map((place) => ({
      title: template.title,
      description: template.description,
      priority: template.priority ?? place.priority ?? 'MEDIUM',
      source: 'SCHEDULE',
      buildingId: place.buildingId,
      amenityId: place.amenityId,
      category: template.category,
      skill: place.skill,
      assignee,
      dueAt:
        template.dueAfterMinutes === null ? null : new Date(at.getTime() + template.dueAfterMinutes * 60_000),
      checklist: template.checklist,
      createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
      why: [
        { code: 'SCHEDULE', rule: name },
        ...(wanted && !assignee ? [{ code: 'NOT_ACTIVE' } as const] : []),
      ],
      ...note,
    })),
  )
  await ctx.run(rememberText, [ctx.tenantId, row.id, places.map(slotOf), ids, at])
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** Rounds whose time is over already are not made. */
const planRounds = async (ctx: TenantContext, row: ScheduleRow, times: readonly Date[]): Promise<void> => {
  const {
    buildingId,
    templateIds = [],
    amenityIds,
    scoutId = null,
    title,
    dueAfterMinutes,
  } = partsOf(row).template
  const minutes = dueAfterMinutes ?? 24 * 60
  if (buildingId === null) return
  await createRounds(
    ctx,
    { scheduleId: row.id, title, buildingId, templateIds, amenityIds, scoutId, dueAfterMinutes: minutes },
    times.filter((time) => time.getTime() + minutes * 60_000 > ctx.now.getTime()),
  )
}

/**
 * Creates the tasks or rounds of a due schedule. This completes all times that have passed since the last run, so each creates
 * tasks at most once, however often it is called and however the clock jumps.
 */
export const runSchedule = async (ctx: TenantContext, id: string): Promise<void> => {
  const row = await ctx.db
    .selectFrom('schedule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.enabled) return
  const parts = partsOf(row)
  const until = new Date(ctx.now.getTime() + aheadOf(parts.kind))
  const times = timesAfter(parts.recurrence, row.done_until, Number.POSITIVE_INFINITY, until)
  if (parts.kind === 'ROUND') await planRounds(ctx, row, times)
  else if (times.length > 0) await createTasks(ctx, row, times)
  const last = times.at(-1)
  const upcoming = upcomingOf(parts, last ?? row.done_until, ctx.now)
  await ctx.db
    .updateTable('schedule')
    .set({
      ...(last ? { done_until: last, last_run_at: earlier(last, ctx.now) } : {}),
      upcoming,
      next_at: upcoming[0] ?? null,
    })
    .where('id', '=', id)
    .execute()
  await plan(ctx, id, upcoming, parts.kind)
}
