import type { Priority } from '#contracts/records.ts'
import { createTask } from '#contracts/tasks.ts'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { readTask } from '../list/present-task.ts'
import { authorOf, writeHistory } from '../notes/history.ts'
import { linkFeedback } from '../problems/links.ts'
import { managesTasks, ownIdsOf } from './access.ts'
import { manualRouting, readAssignee } from './assignment.ts'
import { insertTask } from './change-task.ts'
import { readChecklist } from './checklist.ts'
import { withText } from './reasons.ts'

interface TaskPlace {
  readonly buildingId: string | null
  readonly amenityId: string | null
}

/**
 * Reads building and amenity, and locks both until the commit.
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR if the amenity is in another building
 */
const readPlace = async (
  ctx: TenantContext,
  buildingId: string | null,
  amenityId: string | null,
): Promise<TaskPlace> => {
  if (buildingId === null && amenityId === null) return { buildingId, amenityId }
  const [row] = await ctx.run<{ amenity_building: string | null; building: string | null }>(
    `select (select id from building where tenant_id = $1 and id = $2 and archived_at is null for share) as building,
            (select building_id from amenity where tenant_id = $1 and id = $3 and archived_at is null for share) as amenity_building`,
    [ctx.tenantId, buildingId, amenityId],
  )
  if (buildingId !== null && !row?.building) throw notFound()
  if (amenityId === null) return { buildingId, amenityId }
  if (!row?.amenity_building) throw notFound()
  if (buildingId !== null && row.amenity_building !== buildingId)
    throw invalid('body.amenityId', 'is not in this building')
  return { buildingId: row.amenity_building, amenityId }
}

/** Priority and skill that the tenant's amenity types give a category; the amenity's own type comes first. */
const categoryDefaults = async (
  ctx: TenantContext,
  category: string | null,
  amenityId: string | null,
): Promise<{ priority: Priority; skill: string | null } | undefined> => {
  if (category === null) return undefined
  const [row] = await ctx.run<{ priority: Priority; skill: string | null }>(
    `select c.value ->> 'priority' as priority, c.value ->> 'skill' as skill
     from amenity_type t, jsonb_array_elements(t.categories) c
     where t.tenant_id = $1 and c.value ->> 'code' = $2
     order by t.code = (select type from amenity where tenant_id = $1 and id = $3) desc nulls last, t.position limit 1`,
    [ctx.tenantId, category, amenityId],
  )
  return row
}

/** @throws ServiceError NOT_FOUND */
const requireFeedback = async (ctx: TenantContext, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const rows = await ctx.run('select id from feedback where tenant_id = $1 and id = any($2::uuid[])', [
    ctx.tenantId,
    ids,
  ])
  if (rows.length !== ids.length) throw notFound()
}

/** Technicians may assign a new task to themselves, to their company or to nobody. */
const requireOwnWork = (
  ctx: StaffContext,
  assignee: { userId?: string | null; operatorId?: string | null; companyId?: string | null },
): void => {
  if (managesTasks(ctx.actor)) return
  const own = ownIdsOf(ctx.actor)
  const others = [assignee.userId, assignee.operatorId, assignee.companyId].filter(
    (id) => id !== undefined && id !== null && !own.includes(id),
  )
  if (others.length > 0) throw forbidden('A technician may assign tasks to themselves only')
}

export default serve(createTask)(async (ctx, { body }) => {
  requireOwnWork(ctx, body.assignee ?? {})
  const feedbackIds = [...new Set(body.feedbackIds ?? [])]
  const { buildingId, amenityId } = await readPlace(ctx, body.buildingId ?? null, body.amenityId ?? null)
  const assignee = await readAssignee(ctx, body.assignee ?? {}, 'body.assignee')
  await requireFeedback(ctx, feedbackIds)
  const category = body.category ?? null
  const defaults = await categoryDefaults(ctx, category, amenityId)
  const author = authorOf(ctx.actor)
  const id = newId(ctx.now.getTime())
  const row = await insertTask(ctx, {
    id,
    title: body.title,
    description: body.description ?? '',
    priority: body.priority ?? defaults?.priority ?? 'MEDIUM',
    source: 'MANUAL',
    building_id: buildingId,
    amenity_id: amenityId,
    category,
    skill: defaults?.skill ?? null,
    assignee_kind: assignee?.kind ?? null,
    assignee_id: assignee?.id ?? null,
    due_at: body.dueAt ? new Date(body.dueAt) : null,
    labels: [...new Set(body.labels ?? [])],
    checklist: JSON.stringify(readChecklist(body.checklist ?? [], [], ctx.now)),
    reporter_count: feedbackIds.length,
    routing: assignee === null ? null : JSON.stringify(withText(manualRouting('ASSIGNED', author.name))),
    created_by_kind: author.kind,
    created_by_id: author.id,
    created_by_name: author.name,
  })
  if (!row) throw new Error('insertTask returned no row for a task without a report')
  // Sent without waiting in between, because the tenant's counter is locked until the commit.
  await Promise.all([
    linkFeedback(
      ctx,
      feedbackIds.map((feedbackId) => ({ taskId: id, feedbackId })),
    ),
    writeHistory(ctx, [
      {
        task: row,
        type: 'CREATED',
        changes: assignee === null ? {} : { assignee: [null, assignee] },
      },
    ]),
  ])
  return readTask(ctx, id)
})
