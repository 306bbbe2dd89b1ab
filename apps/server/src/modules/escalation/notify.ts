/** Who is notified that a rule has acted: each person once, whatever their relation to the task. */
import { readTaskFacts, type TaskRow } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { covering, leadersOf, type Reader, readersWith, readReaders } from '#server/platform/mail/members.ts'
import { escalated } from './mails/escalated.ts'
import type { Rule } from './read-rules.ts'

/** Members the task is assigned to, also as operators or people of a company. */
const assigneesToNotify = async (ctx: TenantContext, { id }: TaskRow): Promise<Reader[]> => {
  const [facts] = await readTaskFacts(ctx, [id])
  return facts && facts.assigneeUserIds.length > 0 ? readReaders(ctx, facts.assigneeUserIds) : []
}

/** Administrators of the building, or all if it has none. */
const admins = async (ctx: TenantContext, buildingId: string | null): Promise<Reader[]> => {
  const all = await readersWith(ctx, ['ADMIN'])
  const near = covering(all, buildingId)
  return near.length > 0 ? near : all
}

/** @param task before the rule's change */
export const notify = async (
  ctx: TenantContext,
  task: TaskRow,
  { id: ruleId, name: ruleName, level, action: { notify: roles = [] } }: Rule,
  dueAt: Date,
): Promise<void> => {
  const own = roles.includes('ASSIGNEE') ? await assigneesToNotify(ctx, task) : []
  // If no assignee can be notified, the leaders are.
  const isUnheard = roles.includes('ASSIGNEE') && task.assignee_id !== null && own.length === 0
  const leading = [
    ...(roles.includes('MANAGER') || isUnheard ? await leadersOf(ctx, task.building_id) : []),
    ...(roles.includes('ADMIN') ? await admins(ctx, task.building_id) : []),
  ]
  const readers = new Map([...leading, ...own].map((reader) => [reader.id, reader]))
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
