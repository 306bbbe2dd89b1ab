import { getTaskHistory } from '#contracts/tasks.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { requireVisible } from '../change/access.ts'
import { findTask } from '../change/task-row.ts'
import { assigneeNameIn } from './assignee-name.ts'
import { type HistoryRow, presentHistory } from './present-history.ts'

const count = 'select count(*) as n from task_history where tenant_id = $1 and task_id = $2'
const page = (direction: 'asc' | 'desc'): string =>
  `select h.id, h.at, h.actor_kind, h.actor_id, h.actor_name, h.action, h.changes, ${assigneeNameIn('h')} as assignee_name
   from task_history h where h.tenant_id = $1 and h.task_id = $2 order by at ${direction}, id ${direction} limit $3 offset $4`

export default serve(getTaskHistory)(async (ctx, { params, query }) => {
  requireVisible(ctx, await findTask(ctx, params.id))
  const { limit, offset } = pageBounds(query)
  const [[counted], rows, language] = await Promise.all([
    ctx.run<{ n: number }>(count, [ctx.tenantId, params.id]),
    ctx.run<HistoryRow>(page(query.sort === '-at' ? 'desc' : 'asc'), [
      ctx.tenantId,
      params.id,
      limit,
      offset,
    ]),
    callerLanguage(ctx),
  ])
  return { items: rows.map((row) => presentHistory(row, language, ctx.actor.kind)), total: counted?.n ?? 0 }
})
