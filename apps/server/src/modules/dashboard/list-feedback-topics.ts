import { setImmediate as turn } from 'node:timers/promises'
import { listFeedbackTopics, topicComments } from '#contracts/figures.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { foldText } from '#server/platform/fold-text.ts'
import { serve } from '#server/platform/http/serve.ts'
import { aboutOf, type Figures, openFigures } from './figures/open-figures.ts'
import { sortedPage } from './figures/sorted-page.ts'
import { conditions, valuesFor } from './filters.ts'
import { type Comment, type Reading, readTopics } from './topics/rising.ts'

const pageSize = 2000

/** Words of the names of all members and operators, former ones included. */
const readNames = async (ctx: StaffContext): Promise<Set<string>> => {
  const rows = await ctx.run<{ name: string }>(
    'select name from app_user where tenant_id = $1 union all select name from operator where tenant_id = $1',
    [ctx.tenantId],
  )
  return new Set(rows.flatMap(({ name }) => foldText(name).split(/[^\p{L}\p{M}]+/u)))
}

/** @returns whether there are more than were read */
const readComments = async (
  ctx: StaffContext,
  { filter, period }: Figures,
  into: Reading,
): Promise<boolean> => {
  const values = valuesFor(ctx.tenantId)
  const [from, to] = [values.add(period.startBefore), values.add(period.end)]
  const where = `f.tenant_id = $1 and f.state = 'VISIBLE' and f.has_comment and f.created_at >= ${from} and f.created_at < ${to}${conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)}`
  const [key, id] = [`$${values.list.length + 1}`, `$${values.list.length + 2}`]
  const textOf = (after: string): string =>
    `select f.id, f.created_at, f.created_at::text as key, f.rating, f.comment, coalesce(f.language, 'en') as language, f.source
     from feedback f where ${where}${after} order by f.created_at desc, f.id desc limit ${pageSize}`
  const [first, next] = [textOf(''), textOf(` and (f.created_at, f.id) < (${key}::timestamptz, ${id}::uuid)`)]
  let last: (Comment & { key: string }) | undefined
  for (let n = 0; ; n += pageSize) {
    const rows = last
      ? await ctx.run<Comment & { key: string }>(next, [...values.list, last.key, last.id])
      : await ctx.run<Comment & { key: string }>(first, values.list)
    if (n >= topicComments) return rows.length > 0
    for (const row of rows) into.add(row, row.created_at >= period.start)
    if (rows.length < pageSize) return false
    last = rows.at(-1)
    // Yields to other requests after each page.
    await turn()
  }
}

export default serve(listFeedbackTopics)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const reading = readTopics(await readNames(ctx))
  const limited = await readComments(ctx, figures, reading)
  const topics = reading.topics()
  const { limit, offset } = pageBounds(query)
  return {
    ...(query.sort
      ? sortedPage(topics, query, query.sort, 'q')
      : { items: topics.slice(offset, offset + limit), total: topics.length }),
    about: { ...aboutOf(ctx, figures), read: reading.read, readBefore: reading.readBefore, limited },
  }
})
