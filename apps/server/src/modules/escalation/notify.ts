/** Who is told that a rule has acted: each person once, whatever they are to the task. */
import type { TaskRow } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { covering, leadersOf, type Reader, readersWith, readReader } from '#server/platform/mail/members.ts'
import { escalated } from './mails/escalated.ts'
import type { Rule } from './read-rules.ts'

const ownUserText = 'select user_id from operator where tenant_id = $1 and id = $2 and user_id is not null'

/** A member of the team, or an operator who is one. */
const assigneeAsReader = async (ctx: TenantContext, task: TaskRow): Promise<Reader | undefined> => {
  if (task.assignee_id === null || task.assignee_kind === 'COMPANY') return undefined
  if (task.assignee_kind === 'USER') return readReader(ctx, task.assignee_id)
  const [operator] = await ctx.run<{ user_id: string }>(ownUserText, [ctx.tenantId, task.assignee_id])
  return operator && readReader(ctx, operator.user_id)
}

/** Administrators who cover the building, else all. */
const admins = async (ctx: TenantContext, buildingId: string | null): Promise<Reader[]> => {
  const all = await readersWith(ctx, ['ADMIN'])
  const near = covering(all, buildingId)
  return near.length > 0 ? near : all
}

/** @param task as it was before the rule changed it */
export const notify = async (
  ctx: TenantContext,
  task: TaskRow,
  { id: ruleId, name: ruleName, level, action: { notify: roles = [] } }: Rule,
  dueAt: Date,
): Promise<void> => {
  const own = roles.includes('ASSIGNEE') ? await assigneeAsReader(ctx, task) : undefined
  const leading = [
    ...(roles.includes('MANAGER') ? await leadersOf(ctx, task.building_id) : []),
    ...(roles.includes('ADMIN') ? await admins(ctx, task.building_id) : []),
  ]
  const readers = new Map([...leading, ...(own ? [own] : [])].map((reader) => [reader.id, reader]))
  await askEach(
    ctx,
    escalated,
    [...readers.keys()].map((userId) => ({
      userId,
      taskId: task.id,
      ruleId,
      ruleName,
      level,
      dueAt: dueAt.toISOString(),
    })),
  )
}
