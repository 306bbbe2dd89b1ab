import { listTasks } from '#contracts/tasks.ts'
import { attachmentsOfTasks } from '#server/modules/uploads/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countTasks, sum } from './count-tasks.ts'
import { readFilter } from './filters.ts'
import { holdsUntil } from './holds-until.ts'
import { type OrderName, pageStatement } from './list-sql.ts'
import { presentTask } from './present-task.ts'
import type { ShownTaskRow } from './task-columns.ts'

const onePlan = 'set local plan_cache_mode = force_generic_plan'

export default serve(listTasks, { remembered: true })(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const filter = await readFilter(ctx, query)
  if (filter.branches.length === 0) return { items: [], total: 0, until: undefined }
  const sort = query.sort ?? '-createdAt'
  const order = { order: sort.replace('-', '') as OrderName, descending: sort.startsWith('-') }
  const isPlannedOnce = offset === 0 && filter.search === undefined
  const readPage = (total: number | undefined): Promise<ShownTaskRow[]> => {
    const { text, values } = pageStatement(
      ctx.tenantId,
      ctx.actor.id,
      filter,
      { ...order, limit, offset, total },
      ctx.now,
    )
    // Its plan is the same whatever the values, and planning costs more than reading.
    if (isPlannedOnce) ctx.run(onePlan, []).catch(() => {})
    return ctx.run<ShownTaskRow>(text, values)
  }
  // The first page does not wait for the count; a deep one needs it to start from the nearer end.
  const counting = countTasks(ctx, filter, false).then(sum)
  const [total, rows] =
    offset === 0
      ? await Promise.all([counting, readPage(undefined)])
      : await counting.then(async (n) => [n, offset < n ? await readPage(n) : []] as const)
  const attachments = await attachmentsOfTasks(
    ctx,
    rows.map(({ id }) => id),
  )
  const items = rows.map((row) => presentTask(ctx, row, attachments.get(row.id) ?? []))
  // Which tasks are overdue is another question at every moment.
  const until = query.overdue === undefined ? holdsUntil(ctx, rows, attachments.size > 0) : undefined
  return { items, total, until }
})
