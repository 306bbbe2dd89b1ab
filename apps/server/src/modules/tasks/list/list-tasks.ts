import { listTasks } from '#contracts/tasks.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { hasClocks } from '../sla/read-clocks.ts'
import { countTasks, sum } from './count-tasks.ts'
import { fieldFacts } from './field-facts.ts'
import { readFilter } from './filters.ts'
import {
  idsStatement,
  type OrderName,
  pageStatement,
  pageWindow,
  rowsText,
  type Statement,
} from './list-sql.ts'
import { nextOverdue } from './overdue.ts'
import { presentTask } from './present-task.ts'
import type { ShownTaskRow } from './task-columns.ts'
import { validUntil } from './valid-until.ts'

// A cluster has no generic plans for this statement, so `wellkept distribute` sets the other mode for its database.
const onePlan = `select set_config('plan_cache_mode', coalesce(nullif(current_setting('wellkept.list_plan', true), ''), 'force_generic_plan'), true)`

export default serve(listTasks, { cached: 'tasks' })(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const filter = await readFilter(ctx, query)
  if (filter.ends && query.sort !== undefined) throw invalid('query.sort', 'cannot be combined with endsFrom')
  if (filter.branches.length === 0) return { items: [], total: 0, until: undefined }
  const sort = filter.ends ? 'endsAt' : (query.sort ?? '-createdAt')
  const order = { order: sort.replace('-', '') as OrderName, descending: sort.startsWith('-') }
  const page = { ...order, limit, offset, clocks: hasClocks(ctx.tenant.plan) }
  const read = <R>({ text, values }: Statement): Promise<R[]> => ctx.run<R>(text, values)
  const readFirst = (): Promise<ShownTaskRow[]> => {
    const statement = pageStatement(
      ctx.tenantId,
      ctx.actor.id,
      filter,
      { ...page, total: undefined },
      ctx.now,
    )
    // One generic plan serves all values, and planning costs more than reading.
    if (!filter.search && !filter.narrowed && !query.type) ctx.run(onePlan, []).catch(() => {})
    return read(statement)
  }
  const readDeep = async (total: number): Promise<ShownTaskRow[]> => {
    if (offset >= total) return []
    const deep = { ...page, total }
    const found = await read<{ id: string }>(idsStatement(ctx.tenantId, filter, deep, ctx.now))
    const ids = found.map(({ id }) => id)
    if (pageWindow(deep).fromEnd) ids.reverse()
    return read({ text: rowsText, values: [ctx.tenantId, ctx.actor.id, ids] })
  }
  // The first page does not wait for the count; a deep page needs it to read from the nearer end.
  const counting = countTasks(ctx, filter, false).then(sum)
  const [total, rows] =
    offset === 0
      ? await Promise.all([counting, readFirst()])
      : await counting.then(async (n) => [n, await readDeep(n)] as const)
  const field = query.with === 'field' ? await fieldFacts(ctx, rows) : undefined
  const items = rows.map((row) => {
    const more = field?.get(row.id)
    return { ...presentTask(ctx, row), ...(more && { field: more }) }
  })
  const until = validUntil(ctx, rows)
  const next = query.overdue === undefined ? undefined : await nextOverdue(ctx)
  return { items, total, until: next && next < until ? next : until }
})
