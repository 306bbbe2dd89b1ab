/** Tasks that are not created by a person: by alerts, schedules and the service itself. */

import type { Priority } from '#contracts/records.ts'
import type { TaskSource } from '#contracts/tasks/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { HistoryLine } from '../notes/history.ts'
import type { Report } from '../problems/links.ts'
import type { NewTaskRow } from './change-task.ts'
import { readChecklist } from './checklist.ts'
import { type Reason, withText } from './reasons.ts'
import { type AssigneeKey, assigneeOf, type TaskRow } from './task-row.ts'

export interface NewTask {
  /** absent: the names of category and amenity, in the tenant's language */
  readonly title?: string
  /** set if the visitor gave only a rating and no issue; the title then names the rating instead of a category */
  readonly rating?: number
  readonly description?: string
  readonly priority: Priority
  readonly source: TaskSource
  readonly buildingId: string | null
  readonly amenityId: string | null
  readonly category: string | null
  readonly skill: string | null
  /** locked and checked by `isAssignable` */
  readonly assignee?: AssigneeKey | null
  readonly dueAt?: Date | null
  readonly labels?: readonly string[]
  readonly checklist?: readonly { readonly text: string }[]
  readonly createdBy: {
    readonly kind: 'USER' | 'KEY' | 'VISITOR' | 'SYSTEM' | 'SCOUT'
    readonly id: string | null
    readonly name: string
  }
  /** the visitor's report that causes the task, counted as the first report */
  readonly report?: Report
  /** why the task was created */
  readonly why?: readonly Reason[]
}

export const rowOf = (
  ctx: TenantContext,
  id: string,
  input: NewTask & { readonly title: string },
): NewTaskRow => ({
  id,
  title: input.title,
  description: input.description ?? '',
  priority: input.priority,
  source: input.source,
  building_id: input.buildingId,
  amenity_id: input.amenityId,
  category: input.category,
  skill: input.skill,
  assignee_kind: input.assignee?.kind ?? null,
  assignee_id: input.assignee?.id ?? null,
  due_at: input.dueAt ?? null,
  labels: [...(input.labels ?? [])],
  checklist: JSON.stringify(readChecklist([...(input.checklist ?? [])], [], ctx.now)),
  reporter_count: input.report || input.createdBy.kind === 'SCOUT' ? 1 : 0,
  last_report_at: input.report || input.createdBy.kind === 'SCOUT' ? ctx.now : null,
  routing: input.why === undefined ? null : JSON.stringify(withText({ ruleId: null, why: input.why })),
  created_by_kind: input.createdBy.kind,
  created_by_id: input.createdBy.id,
  created_by_name: input.createdBy.name,
})

export const createdLine = (row: TaskRow): HistoryLine => {
  const assignee = assigneeOf(row)
  return { task: row, type: 'CREATED', changes: assignee === null ? {} : { assignee: [null, assignee] } }
}
