/** What schedules of kind ROUND repeat: amenities in walking order, and their checklists. */

import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Template } from './present-schedule.ts'
import type { TemplateInput } from './read-schedule.ts'

const usualDueMinutes = 24 * 60

const fieldsOfTasks = ['description', 'priority', 'category', 'checklist', 'assignee'] as const

/** @throws ServiceError VALIDATION_ERROR */
export const readRoundTemplate = (input: TemplateInput): Template => {
  const foreign = fieldsOfTasks.find((name) => input[name] !== undefined && input[name] !== null)
  if (foreign) throw invalid(`body.template.${foreign}`, 'is for tasks; a round takes it from its checklists')
  if (!input.buildingId) throw invalid('body.template.buildingId', 'is missing: a round is in one building')
  if (!input.amenityIds?.length) throw invalid('body.template.amenityIds', 'must name at least one amenity')
  if (!input.templateIds?.length)
    throw invalid('body.template.templateIds', 'must name at least one checklist')
  return {
    title: input.title,
    description: '',
    priority: null,
    category: null,
    checklist: [],
    buildingId: input.buildingId,
    amenityIds: input.amenityIds,
    assignee: null,
    dueAfterMinutes: input.dueAfterMinutes ?? usualDueMinutes,
    templateIds: input.templateIds,
    scoutId: input.scoutId ?? null,
  }
}

const knownText = `select
    (select count(*) from inspection_template where tenant_id = $1 and id = any($2::uuid[]) and state = 'PUBLISHED') as templates,
    $4::uuid is null or exists (select from scout where tenant_id = $1 and id = $4) as scout,
    (select a.name from amenity a where a.tenant_id = $1 and a.id = any($3::uuid[]) and not exists (
      select from inspection_template t where t.tenant_id = $1 and t.id = any($2::uuid[])
        and (t.types = '{}' or a.type = any(t.types))) limit 1) as uncovered`

/** @throws ServiceError NOT_FOUND for a checklist or scout, VALIDATION_ERROR for an amenity without a checklist */
export const requireRoundTemplate = async (
  ctx: StaffContext,
  { templateIds = [], amenityIds, scoutId = null }: Template,
): Promise<void> => {
  const [known] = await ctx.run<{ templates: number; scout: boolean; uncovered: string | null }>(knownText, [
    ctx.tenantId,
    templateIds,
    amenityIds,
    scoutId,
  ])
  if (known?.templates !== templateIds.length || !known.scout) throw notFound()
  if (known.uncovered !== null)
    throw invalid('body.template.amenityIds', `no checklist is for the type of ${known.uncovered}`)
}
