/** A finding becomes a task, or one more report on the open one. */
import { priorityOfSeverity, type Severity } from '#contracts/scout/findings.ts'
import { typeForVisitors } from '#server/modules/places/amenity-types/public.ts'
import { reportByScout } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import type { FindingRow } from './finding-row.ts'

const typeText = 'select type from amenity where tenant_id = $1 and id = $2'

/** What a category of the amenity's type means. @throws ServiceError VALIDATION_ERROR for one of another type */
export const categoryAt = async (ctx: TenantContext, amenityId: string, category: string) => {
  const [amenity] = await ctx.run<{ type: string }>(typeText, [ctx.tenantId, amenityId])
  const type = amenity && (await typeForVisitors(ctx, amenity.type, 'en'))
  const found = type?.issues.find(({ code }) => code === category)
  if (!found) throw invalid('body.category', 'is not a category of this place')
  return found
}

const photosText =
  'select id from scout_media where tenant_id = $1 and finding_id = $2 and confirmed_at is not null order by id'
const taskText = `update finding set task_id = $3, joined = $4, state = 'ACCEPTED', changed_at = $5, version = version + 1
  where tenant_id = $1 and id = $2`

type Reported = Pick<FindingRow, 'id' | 'amenity_id' | 'building_id' | 'category' | 'text'> & {
  readonly severity: Exclude<Severity, 'OBSERVATION'>
}

/** @param confirms the task that it confirms. @returns the task's id */
export const openTaskFor = async (
  ctx: TenantContext,
  finding: Reported,
  confirms?: string,
): Promise<string> => {
  const [category, photos] = await Promise.all([
    categoryAt(ctx, finding.amenity_id, finding.category),
    ctx.run<{ id: string }>(photosText, [ctx.tenantId, finding.id]),
  ])
  const { taskId, joined } = await reportByScout(ctx, {
    amenityId: finding.amenity_id,
    buildingId: finding.building_id,
    category: finding.category,
    skill: category.skill,
    priority: category.safety ? 'URGENT' : priorityOfSeverity[finding.severity],
    text: finding.text,
    photoIds: photos.map(({ id }) => id),
    taskId: confirms,
  })
  await ctx.run(taskText, [ctx.tenantId, finding.id, taskId, joined, ctx.now])
  return taskId
}
