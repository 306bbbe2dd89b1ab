/** What emails say about a task, read when they are sent. */

import { sayPlace } from '#contracts/kit/place.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Priority, TaskStatus } from '#contracts/records.ts'
import type { Names } from '#server/modules/places/amenity-types/public.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { titleFor } from '../problems/problem-title.ts'
import { rejectedAt } from '../problems/rejection.ts'

export interface TaskFacts {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly category: string | null
  readonly priority: Priority
  readonly status: TaskStatus
  readonly merged: boolean
  readonly blocked: boolean
  /** a visitor said that it is not fixed */
  readonly rejected: boolean
  readonly buildingId: string | null
  readonly assigneeKind: string | null
  /** members it is assigned to: the assignee, the operator's own account, or the people of the company */
  readonly assigneeUserIds: readonly string[]
  readonly assigneeId: string | null
  readonly assigneeName: string | null
  readonly dueAt: Date | null
  readonly createdAt: Date
  /** the amenity with its location, e.g. "Washroom East · Level 3" */
  readonly room: string | null
  readonly building: string | null
  /** of the building, else of the tenant */
  readonly timeZone: string
  /** its title in the reader's language */
  titleIn(language: VisitorLanguage): string
}

interface TaskFactsRow extends Omit<TaskFacts, 'titleIn'> {
  readonly location: string | null
  readonly names: Names | null
}

/** In no particular order. */
export const readTaskFacts = async (ctx: TenantContext, taskIds: readonly string[]): Promise<TaskFacts[]> => {
  const rows = await ctx.run<TaskFactsRow>(
    `select t.id, t.number, t.title, t.priority, t.status, t.merged_into is not null as merged, t.blocked_reason is not null as blocked,
            ${rejectedAt} is not null as rejected, t.building_id as "buildingId",
            t.assignee_kind as "assigneeKind", t.assignee_id as "assigneeId", coalesce(u.name, o.name, c.name) as "assigneeName",
            case t.assignee_kind when 'USER' then array[t.assignee_id]
              when 'OPERATOR' then array_remove(array[o.user_id], null)
              when 'COMPANY' then array(select p.user_id from operator p where p.tenant_id = $1 and p.company_id = c.id
                and p.state = 'ACTIVE' and p.user_id is not null)
              else '{}' end as "assigneeUserIds",
            t.due_at as "dueAt", t.created_at as "createdAt", a.name as room, b.name as building,
            ${pathOfLocation('a.location_id')} as location,
            coalesce(b.time_zone, n.time_zone) as "timeZone", t.category,
            (select c.value -> 'names' from amenity_type y, jsonb_array_elements(y.categories) c
             where y.tenant_id = $1 and y.code = a.type and c.value ->> 'code' = t.category) as names
     from task t
     join tenant n on n.id = $1
     left join amenity a on a.tenant_id = $1 and a.id = t.amenity_id
     left join building b on b.tenant_id = $1 and b.id = t.building_id
     left join app_user u on u.tenant_id = $1 and u.id = t.assignee_id and t.assignee_kind = 'USER'
     left join operator o on o.tenant_id = $1 and o.id = t.assignee_id and t.assignee_kind = 'OPERATOR'
     left join company c on c.tenant_id = $1 and c.id = t.assignee_id and t.assignee_kind = 'COMPANY'
     where t.tenant_id = $1 and t.id = any($2::uuid[])`,
    [ctx.tenantId, taskIds],
  )
  return rows.map(({ names, location, ...task }) => ({
    ...task,
    timeZone: storedZone(task.timeZone),
    room: task.room && sayPlace(task.room, location),
    titleIn: (language) =>
      titleFor(task.title, { category: task.category, names, amenity: task.room, location }, language),
  }))
}

/** Who assigned the task to its assignee of that time. */
export const assignedBy = async (
  ctx: TenantContext,
  taskId: string,
  at: Date,
): Promise<string | undefined> => {
  const [by] = await ctx.run<{ actor_id: string }>(
    `select actor_id from task_history where tenant_id = $1 and task_id = $2 and at <= $3
       and (action in ('CREATED', 'ASSIGNED') or changes ? 'assignee') order by at desc, id desc limit 1`,
    [ctx.tenantId, taskId, at],
  )
  return by?.actor_id
}

/** Who reopened it last. */
export const reopenedBy = async (ctx: TenantContext, taskId: string): Promise<string | undefined> => {
  const [by] = await ctx.run<{ actor_id: string }>(
    `select actor_id from task_history where tenant_id = $1 and task_id = $2 and action = 'REOPENED'
     order by at desc, id desc limit 1`,
    [ctx.tenantId, taskId],
  )
  return by?.actor_id
}
