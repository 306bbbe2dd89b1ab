import { listScouts } from '#contracts/scout/admin-scouts.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentScouts, type ScoutRow } from './scout-row.ts'

const columns = {
  name: 'alias',
  createdAt: 'created_at',
  lastSyncAt: 'last_sync_at',
  validUntil: 'valid_until',
} as const

export default serve(listScouts)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const { column, direction } = orderBy(query.sort ?? 'name', columns)
  const values: unknown[] = [ctx.tenantId]
  const add = (value: unknown): string => `$${values.push(value)}`
  const parts = ['tenant_id = $1']
  const buildings = [...(query.building ?? []), ...(query.buildingId ?? [])]
  if (query.q)
    parts.push(`strpos(fold_name(concat_ws(' ', alias, reference)), fold_name(${add(query.q)}::text)) > 0`)
  if (query.state) parts.push(`state = any(${add(query.state)}::text[])`)
  if (query.kind) parts.push(`kind = any(${add(query.kind)}::text[])`)
  if (buildings.length > 0) parts.push(`building_ids && ${add(buildings)}::uuid[]`)
  const where = parts.join(' and ')
  const [counted] = await ctx.run<{ n: number }>(`select count(*) as n from scout where ${where}`, [
    ...values,
  ])
  const rows = await ctx.run<ScoutRow>(
    `select * from scout where ${where} order by ${column} ${direction} nulls last, id ${direction}
     limit ${add(limit)}::int offset ${add(offset)}::bigint`,
    values,
  )
  return { items: await presentScouts(ctx, rows), total: counted?.n ?? 0 }
})
