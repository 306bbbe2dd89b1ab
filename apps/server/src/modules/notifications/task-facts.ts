/** What mails tell of a task and of the people that they go to, read when the mail leaves. */
import type { Priority, TaskStatus } from '#contracts/records.ts'
import { type Preferences, preferencesOf } from '#server/modules/auth/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

export interface TaskFacts {
  readonly number: number
  readonly title: string
  readonly priority: Priority
  readonly status: TaskStatus
  readonly merged: boolean
  readonly buildingId: string | null
  readonly assigneeKind: string | null
  readonly assigneeId: string | null
  readonly assigneeName: string | null
  readonly dueAt: Date | null
  readonly createdAt: Date
  readonly room: string | null
  readonly building: string | null
  /** of the building, else of the tenant */
  readonly timeZone: string
}

export const readTask = async (ctx: TenantContext, taskId: string): Promise<TaskFacts | undefined> => {
  const [row] = await ctx.run<TaskFacts>(
    `select t.number, t.title, t.priority, t.status, t.merged_into is not null as merged, t.building_id as "buildingId",
            t.assignee_kind as "assigneeKind", t.assignee_id as "assigneeId", u.name as "assigneeName",
            t.due_at as "dueAt", t.created_at as "createdAt", a.name as room, b.name as building,
            coalesce(b.time_zone, n.time_zone) as "timeZone"
     from task t
     join tenant n on n.id = $1
     left join amenity a on a.tenant_id = $1 and a.id = t.amenity_id
     left join building b on b.tenant_id = $1 and b.id = t.building_id
     left join app_user u on u.tenant_id = $1 and u.id = t.assignee_id and t.assignee_kind = 'USER'
     where t.tenant_id = $1 and t.id = $2`,
    [ctx.tenantId, taskId],
  )
  return row
}

export interface Reader {
  readonly id: string
  readonly email: string
  readonly language: string
  readonly roles: readonly string[]
}

export interface Recipient extends Reader {
  readonly preferences: Preferences
  /** their own, else the tenant's */
  readonly timeZone: string
}

/** Somebody who is in the team now; undefined otherwise. */
export const readReader = async (ctx: TenantContext, userId: string): Promise<Recipient | undefined> => {
  const [row] = await ctx.run<Recipient>(
    `select u.id, u.email, u.language, u.roles, u.preferences, coalesce(u.time_zone, t.time_zone) as "timeZone"
     from app_user u join tenant t on t.id = $1
     where u.tenant_id = $1 and u.id = $2 and u.state = 'ACTIVE' and u.removed_at is null`,
    [ctx.tenantId, userId],
  )
  return row && { ...row, preferences: preferencesOf(row.preferences) }
}

/** Members with one of these roles who cover the building: all buildings, where none are named. */
export const readersCovering = (
  ctx: TenantContext,
  roles: readonly string[],
  buildingId: string | null,
): Promise<Reader[]> =>
  ctx.run<Reader>(
    `select id, email, language, roles from app_user
     where tenant_id = $1 and state = 'ACTIVE' and removed_at is null and roles && $2::text[]
       and ($3::uuid is null or cardinality(building_ids) = 0 or $3 = any(building_ids) or roles && array['MANAGER', 'ADMIN'])
     order by id`,
    [ctx.tenantId, roles, buildingId],
  )
