/** Somebody leaves: what they had in hand returns to the pool. */
import type { TenantContext } from '#server/platform/context.ts'
import { writeHistory } from '../notes/history.ts'
import { changeTasks } from './change-task.ts'

/** @returns how many tasks were handed back */
export const releaseTasksOf = async (ctx: TenantContext, userId: string): Promise<number> => {
  const rows = await ctx.db
    .selectFrom('task')
    .selectAll()
    .where('assignee_id', '=', userId)
    .where('assignee_kind', '=', 'USER')
    .where('status', 'in', ['OPEN', 'IN_PROGRESS'])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const released = await changeTasks(ctx, rows, {
    assignee_kind: null,
    assignee_id: null,
    routing: JSON.stringify({ ruleId: null, reason: 'Its assignee has left the team' }),
  })
  const from = { kind: 'USER', id: userId } as const
  await writeHistory(
    ctx,
    released.map((task) => ({ task, type: 'ASSIGNED' as const, changes: { assignee: [from, null] } })),
  )
  return rows.length
}
