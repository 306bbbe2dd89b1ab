import type { Assignee, TaskSummary } from '#contracts/tasks/records.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { type Names, nameOfType } from '#server/modules/places/amenity-types/public.ts'
import { pathOfLocation, pathsById } from '#server/modules/places/locations/public.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { wordsOf } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { zoneTime } from '#server/platform/zone-time.ts'
import { managesTasks, ownIdsOf } from '../change/access.ts'
import { countTasks, overdueOnly, sum } from './count-tasks.ts'
import { readFilter, type TaskFilter } from './filters.ts'
import { dueStatement } from './list-sql.ts'

type Query = Parameters<typeof readFilter>[1]

const covered = (ctx: StaffContext): string[] | null =>
  !managesTasks(ctx.actor) && ctx.actor.kind === 'USER' && ctx.actor.buildingIds.length > 0
    ? [...ctx.actor.buildingIds]
    : null

const buildings = `select id, name from building
  where tenant_id = $1 and archived_at is null and ($2::uuid[] is null or id = any($2)) order by name, id limit 500`

const buildingsById = '(select jsonb_object_agg(id, name) from building where tenant_id = $1)'

/** $4: words that must occur in name, location and building together */
const amenities = `select a.id, a.name, a.building_id,
    (select name from building where tenant_id = $1 and id = a.building_id) as building_name,
    ${pathOfLocation('a.location_id')} as location
  from amenity a
  where a.tenant_id = $1 and a.archived_at is null and ($2::uuid[] is null or a.building_id = any($2))
    and ($3::uuid[] is null or a.building_id = any($3))
    and ($4::text[] is null or (select bool_and(strpos(said.folded, fold_name(word)) > 0)
      from (select fold_name(concat_ws(' ', a.name, ${pathsById} ->> a.location_id::text,
        ${buildingsById} ->> a.building_id::text)) as folded offset 0) said cross join unnest($4::text[]) as word))
  order by a.name, a.id limit 20`

const types = `select code, names, built_in from amenity_type where tenant_id = $1 order by position, code limit 500`

interface AmenityRow {
  id: string
  name: string
  building_id: string
  building_name: string
  location: string | null
}

/** Members, operators without an account, and companies; $2 limits them to these ids, null means all. */
const assignees = `select kind, id, name from (
    select 'USER' as kind, id, name from app_user where tenant_id = $1 and removed_at is null and state <> 'DISABLED'
    union all
    select 'OPERATOR', o.id, o.name from operator o
    where o.tenant_id = $1 and o.state = 'ACTIVE'
      and not exists (select from app_user u where u.tenant_id = $1 and u.id = o.user_id and u.removed_at is null)
      and not exists (select from company c where c.tenant_id = $1 and c.id = o.company_id and c.state <> 'ACTIVE')
    union all
    select 'COMPANY', id, name from company where tenant_id = $1 and state = 'ACTIVE') a
  where ($2::uuid[] is null or id = any($2)) order by name, id limit 500`

const dueToday = async (ctx: StaffContext, filter: TaskFilter): Promise<number> => {
  const open = overdueOnly(filter)
  if (open.branches.length === 0) return 0
  const clock = zoneTime(ctx.tenant.timeZone)
  const today = clock.dateAt(ctx.now.getTime())
  const range = { from: new Date(clock.startOf(today)), to: new Date(clock.startOf(today + 1)) }
  const { text, values } = dueStatement(ctx.tenantId, { ...open, overdue: filter.overdue }, range, ctx.now)
  const [row] = await ctx.run<{ n: number }>(text, values)
  return row?.n ?? 0
}

/** Number of open tasks assigned to `who`, under the other filters; an API key has none. */
const openOf = async (ctx: StaffContext, query: Query, who: 'me' | 'none'): Promise<number> => {
  if (who === 'me' && ctx.actor.kind === 'KEY') return 0
  const { assigneeId: _, ...others } = query
  const filter = await readFilter(ctx, { ...others, status: ['OPEN', 'IN_PROGRESS'], assignee: [who] })
  return sum(await countTasks(ctx, filter, false))
}

export default serve(taskSummary)(async (ctx, { query }) => {
  const filter = await readFilter(ctx, query)
  const asked = [...(query.building ?? []), ...(query.buildingId ?? [])]
  const onlyOwn = managesTasks(ctx.actor) ? null : ownIdsOf(ctx.actor)
  const [counts, overdue, today, mine, unassigned, buildingRows, amenityRows, typeRows, language, people] =
    await Promise.all([
      countTasks(ctx, filter, true),
      filter.overdue === false ? 0 : countTasks(ctx, overdueOnly(filter), false).then(sum),
      dueToday(ctx, filter),
      openOf(ctx, query, 'me'),
      openOf(ctx, query, 'none'),
      ctx.run<{ id: string; name: string }>(buildings, [ctx.tenantId, covered(ctx)]),
      ctx.run<AmenityRow>(amenities, [
        ctx.tenantId,
        covered(ctx),
        asked.length > 0 ? asked : null,
        query.amenityQ ? wordsOf(query.amenityQ) : null,
      ]),
      ctx.run<{ code: string; names: Names; built_in: boolean }>(types, [ctx.tenantId]),
      tenantLanguage(ctx),
      ctx.run<Assignee>(assignees, [ctx.tenantId, onlyOwn]),
    ])
  const byStatus: TaskSummary['byStatus'] = { OPEN: 0, IN_PROGRESS: 0, DONE: 0 }
  const byPriority: TaskSummary['byPriority'] = { LOW: 0, MEDIUM: 0, HIGH: 0, URGENT: 0 }
  for (const { status, priority, n } of counts) {
    if (status) byStatus[status] += n
    if (priority) byPriority[priority] += n
  }
  return {
    total: sum(counts),
    byStatus,
    byPriority,
    overdue,
    dueToday: today,
    mine,
    unassigned,
    buildings: buildingRows,
    amenities: amenityRows.map((row) => ({
      id: row.id,
      name: row.name,
      building: { id: row.building_id, name: row.building_name },
      location: row.location,
    })),
    types: typeRows.map(({ code, names, built_in: builtIn }) => ({
      code,
      name: nameOfType(code, names, language),
      builtIn,
    })),
    assignees: people,
  }
})
