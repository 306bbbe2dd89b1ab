import { sql } from 'kysely'
import { listSchedules } from '#contracts/schedules.ts'
import { nameHas, orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentSchedule } from './present-schedule.ts'

const columns = { name: 'name', createdAt: 'created_at', nextAt: 'next_at' } as const

export default serve(listSchedules)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const order = orderBy(query.sort ?? 'name', columns)
  const { enabled, q } = query
  const found = ctx.db
    .selectFrom('schedule')
    .$if(enabled !== undefined, (schedules) => schedules.where('enabled', '=', enabled === true))
    .$if(q !== undefined && q !== '', (schedules) => schedules.where(nameHas(sql`name`, q ?? '')))
  const [{ total }, rows] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .orderBy(order.column, order.direction)
      .orderBy('id', order.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { items: rows.map((row) => presentSchedule(row, ctx.now)), total }
})
