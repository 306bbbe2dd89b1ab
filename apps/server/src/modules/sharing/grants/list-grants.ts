import { listGrants } from '#contracts/sharing/grants.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type GrantRow, grantsText, presentGrant, stateSql } from './grant-row.ts'

const columns = { createdAt: 'g.created_at', until: 'g.until' } as const

const where = `($2::text is null or g.direction = $2) and ($3::text[] is null or ${stateSql('$4::timestamptz')} = any($3::text[]))`

export default serve(listGrants)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const { column, direction } = orderBy(query.sort ?? '-createdAt', columns)
  const filters = [ctx.tenantId, query.direction ?? null, query.state ?? null, ctx.now]
  const [counted] = await ctx.run<{ n: number }>(
    `select count(*) as n from ${grantsText} where ${where}`,
    filters,
  )
  const rows = await ctx.run<GrantRow>(
    `select g.* from ${grantsText} where ${where}
     order by ${column} ${direction}, g.id ${direction} limit $5::int offset $6::bigint`,
    [...filters, limit, offset],
  )
  return { items: rows.map((row) => presentGrant(row, ctx.now)), total: counted?.n ?? 0 }
})
