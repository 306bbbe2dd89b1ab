import { listShareLinks } from '#contracts/sharing/links.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type LinkRow, offlineMs, presentLink, stateSql } from './link-row.ts'

const columns = {
  createdAt: 'l.created_at',
  name: 'l.name',
  expiresAt: 'l.expires_at',
  views: 'l.views',
  lastViewedAt: 'l.last_viewed_at',
} as const

export default serve(listShareLinks)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const { column, direction } = orderBy(query.sort ?? '-createdAt', columns)
  const values: unknown[] = [ctx.tenantId]
  const add = (value: unknown): string => `$${values.push(value)}`
  const parts = ['l.tenant_id = $1', 'l.revoked_at is null']
  if (query.kind) parts.push(`l.kind = any(${add(query.kind)}::text[])`)
  if (query.state) {
    const state = stateSql(
      `${add(ctx.now)}::timestamptz`,
      `${add(new Date(ctx.now.getTime() - offlineMs))}::timestamptz`,
    )
    parts.push(`${state} = any(${add(query.state)}::text[])`)
  }
  const where = parts.join(' and ')
  const [counted] = await ctx.run<{ n: number }>(`select count(*) as n from share_link l where ${where}`, [
    ...values,
  ])
  const rows = await ctx.run<LinkRow>(
    `select l.* from share_link l where ${where}
     order by ${column} ${direction} nulls last, l.id ${direction} limit ${add(limit)}::int offset ${add(offset)}::bigint`,
    values,
  )
  return { items: rows.map((row) => presentLink(row, ctx.now)), total: counted?.n ?? 0 }
})
