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

interface Stretch {
  readonly from: Date
  readonly to: Date
  /** of the period, not of the one that it is compared with */
  readonly isNow: boolean
}

/** @param left how many may be read @returns how many more may be; below 0: there are more than were read */
const readStretch = async (
  ctx: StaffContext,
  { filter }: Figures,
  stretch: Stretch,
  into: Reading,
  left: number,
): Promise<number> => {
  const values = valuesFor(ctx.tenantId)
  const [from, to] = [values.add(stretch.from), values.add(stretch.to)]
  const where = `f.tenant_id = $1 and f.state = 'VISIBLE' and f.has_comment and f.created_at >= ${from} and f.created_at < ${to}${conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)}`
  const [key, id] = [`$${values.list.length + 1}`, `$${values.list.length + 2}`]
  const textOf = (after: string): string =>
    `select f.id, f.created_at, f.created_at::text as key, f.rating, f.comment, coalesce(f.language, 'en') as language, f.source
     from feedback f where ${where}${after} order by f.created_at desc, f.id desc limit ${pageSize}`
  const [first, next] = [textOf(''), textOf(` and (f.created_at, f.id) < (${key}::timestamptz, ${id}::uuid)`)]
  let last: (Comment & { key: string }) | undefined
  for (let more = left; ; more -= pageSize) {
    const rows = last
      ? await ctx.run<Comment & { key: string }>(next, [...values.list, last.key, last.id])
      : await ctx.run<Comment & { key: string }>(first, values.list)
    if (more <= 0) return rows.length > 0 ? -1 : 0
    for (const row of rows) into.add(row, stretch.isNow)
    if (rows.length < pageSize) return Math.max(0, more - rows.length)
    last = rows.at(-1)
    // Yields to other requests after each page.
    await turn()
  }
}

/** The newest first. @returns whether there are more than were read */
const readComments = async (ctx: StaffContext, figures: Figures, into: Reading): Promise<boolean> => {
  const { startBefore, stopBefore, start, end } = figures.period
  const left = await readStretch(ctx, figures, { from: start, to: end, isNow: true }, into, topicComments)
  if (left < 0) return true
  const before = { from: startBefore, to: stopBefore, isNow: false }
  return (await readStretch(ctx, figures, before, into, left)) < 0
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
