/** A task's row as the API presents it. */
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { RoutingTry, Task, TaskDetail } from '#contracts/tasks/records.ts'
import { sayResolution } from '#contracts/tasks/resolutions.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { presentPhotos } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { allowedActions } from '../change/access.ts'
import { type Reason, type StoredTry, sayReasons, sayTry } from '../change/reasons.ts'
import { titleFor } from '../problems/problem-title.ts'
import { presentSla } from '../sla/present-sla.ts'
import { updateChangedClocks } from '../sla/update-clocks.ts'
import { rowsText } from './list-sql.ts'
import { isOverdue } from './overdue.ts'
import type { ShownTaskRow } from './task-columns.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const spoken = new Set<string>(visitorLanguages)
export const languageOf = (tag: string): VisitorLanguage => {
  const own = tag.split('-')[0] ?? 'en'
  return spoken.has(own) ? (own as VisitorLanguage) : 'en'
}

interface StoredRouting {
  readonly ruleId: string | null
  /** only in tasks created before reasons were stored as facts */
  readonly reason: string
  readonly why?: readonly Reason[]
  readonly tried?: readonly (RoutingTry | StoredTry)[]
  readonly takeBy?: string | null
}

const reasonIn = ({ why, reason }: StoredRouting, language: string): string =>
  why ? sayReasons(why, languageOf(language)) : reason

const presentRouting = (stored: unknown, language: string): Task['routing'] => {
  const routing = stored as StoredRouting | null
  return routing && { ruleId: routing.ruleId, reason: reasonIn(routing, language) }
}

export const routingOf = (stored: unknown, language: string): TaskDetail['routing'] => {
  const routing = stored as StoredRouting | null
  return (
    routing && {
      ruleId: routing.ruleId,
      reason: reasonIn(routing, language),
      tried: (routing.tried ?? []).map((one) => ('code' in one ? sayTry(one, language) : one)),
      takeBy: routing.takeBy ?? null,
    }
  )
}

const named = (id: string | null, name: string | null): { id: string; name: string } | null =>
  id === null ? null : { id, name: name ?? '' }

/** All fields that do not depend on the caller, except for the language of names. */
export const factsOf = (
  ctx: Pick<StaffContext, 'now' | 'tenant'>,
  row: ShownTaskRow,
): Omit<Task, 'attachments' | 'allowed'> => ({
  id: row.id,
  number: row.number,
  title: row.title,
  description: row.description,
  status: row.status as Task['status'],
  priority: row.priority as Task['priority'],
  source: row.source as Task['source'],
  building: named(row.building_id, row.building_name),
  amenity: named(row.amenity_id, row.amenity_name),
  location: row.location === '' ? null : row.location,
  category: row.category,
  categoryName:
    row.category === null
      ? null
      : nameOfIssue(row.category, row.category_names ?? {}, languageOf(row.language)),
  skill: row.skill,
  assignee:
    row.assignee_id === null
      ? null
      : { kind: row.assignee_kind as 'USER', id: row.assignee_id, name: row.assignee_name ?? '' },
  dueAt: iso(row.due_at),
  overdue: isOverdue(row, ctx.now, ctx.tenant.plan),
  labels: row.labels,
  resolution: row.resolution,
  minutesSpent: row.minutes_spent,
  reporterCount: row.reporter_count,
  mergedInto: row.merged_into,
  blocked:
    row.blocked_reason === null
      ? null
      : {
          reason: row.blocked_reason as NonNullable<Task['blocked']>['reason'],
          since: (row.blocked_since ?? row.updated_at).toISOString(),
          until: iso(row.blocked_until),
          note: row.blocked_note,
        },
  checklist: row.checklist as Task['checklist'],
  noteCount: row.note_count,
  sla: presentSla(row.clock, ctx),
  escalationLevel: row.escalation_level,
  reopenCount: row.reopen_count,
  verification: row.verification as Task['verification'],
  rejection: row.rejected_at && { at: row.rejected_at.toISOString() },
  routing: presentRouting(row.routing, row.language),
  createdBy: { id: row.created_by_id, name: row.created_by_name, kind: row.created_by_kind as 'USER' },
  createdAt: row.created_at.toISOString(),
  startedAt: iso(row.started_at),
  completedAt: iso(row.completed_at),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

/** A title that the service created is worded in the row's language. */
export const titleOf = ({
  title,
  category,
  category_names: names,
  amenity_name: amenity,
  location,
  language,
}: ShownTaskRow): string => titleFor(title, { category, names, amenity, location }, languageOf(language))

/** People get title and preset resolutions in their language; an API key gets the stored texts. */
export const presentTask = (ctx: StaffContext, row: ShownTaskRow): Task => ({
  ...factsOf(ctx, row),
  title: ctx.actor.kind === 'USER' ? titleOf(row) : row.title,
  resolution:
    ctx.actor.kind === 'USER' ? sayResolution(row.resolution, languageOf(row.language)) : row.resolution,
  attachments: presentPhotos(ctx, row.photos),
  allowed: allowedActions(ctx.actor, row, ctx.now),
  safety: row.safety === true,
})

/** The task as presented to the caller, after the changes of this transaction. @throws ServiceError NOT_FOUND */
export const readTask = async (ctx: StaffContext, id: string): Promise<Task> => {
  await updateChangedClocks(ctx)
  const [row] = await ctx.run<ShownTaskRow>(rowsText, [ctx.tenantId, ctx.actor.id, [id]])
  if (!row) throw notFound()
  return presentTask(ctx, row)
}
