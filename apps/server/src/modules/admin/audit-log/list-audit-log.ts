import { type AuditEntry, listAuditLog } from '#contracts/admin/audit-log.ts'
import { deeds } from '#contracts/deeds.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readFilter } from './filters.ts'
import { pageStatement, totalStatement } from './statements.ts'

interface Row {
  id: string
  seq: number
  at: Date
  actor_id: string
  actor_name: string
  actor_kind: AuditEntry['actor']['kind']
  action: string
  target: string | null
  target_name: string | null
  fields: string[]
  source: string | null
  request_id: string
  hash: Buffer
}

const present = (row: Row): AuditEntry => ({
  id: row.id,
  seq: row.seq,
  at: row.at.toISOString(),
  actor: { id: row.actor_id, name: row.actor_name, kind: row.actor_kind },
  action: row.action,
  // One whose endpoint is gone is told by its code.
  actionText: deeds[row.action] ?? row.action,
  target: row.target,
  targetName: row.target_name,
  fields: row.fields,
  source: row.source,
  requestId: row.request_id,
  hash: row.hash.toString('hex'),
})

export default serve(listAuditLog)(async (ctx, { query }) => {
  const filter = readFilter(query, ctx.tenant.timeZone)
  const counting = totalStatement(ctx.tenantId, filter)
  const [counted] = await ctx.run<{ n: number }>(counting.text, counting.values)
  const total = counted?.n ?? 0
  if (total === 0) return { items: [], total }
  const { limit, offset } = pageBounds(query)
  const page = pageStatement(ctx.tenantId, filter, {
    descending: query.sort !== 'at',
    limit,
    offset,
    total,
  })
  const rows = await ctx.run<Row>(page.text, page.values)
  return { items: rows.map(present), total }
})
