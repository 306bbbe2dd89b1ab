import { listWebhookDeliveries } from '#contracts/webhooks.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isUuid } from '#server/platform/ids.ts'
import { type DeliveryRow, presentDelivery } from './present-delivery.ts'
import { readWebhook } from './webhook-row.ts'

const mostWithBodies = 20

const attempts = `coalesce((select jsonb_agg(jsonb_build_object('at', a.at, 'status', a.status,
      'duration_ms', a.duration_ms, 'error', a.error, 'answer', a.answer) order by a.at, a.id)
    from webhook_attempt a where a.tenant_id = $1 and a.delivery_id = d.id), '[]') as attempts`

export default serve(listWebhookDeliveries)(async (ctx, { params, query }) => {
  const webhook = await readWebhook(ctx, params.id)
  const { limit, offset } = pageBounds(query)
  if (query.body && limit > mostWithBodies)
    throw invalid('query.pageSize', `may be at most ${mostWithBodies} with bodies`)
  const values: unknown[] = [ctx.tenantId, webhook.id]
  const add = (value: unknown): string => `$${values.push(value)}`
  const parts = ['d.tenant_id = $1', 'd.webhook_id = $2']
  const { state, type, q, from, to } = query
  if (state) parts.push(`d.state = any(${add(state)}::text[])`)
  if (type) parts.push(`d.type = any(${add(type)}::text[])`)
  if (from) parts.push(`d.created_at >= ${add(from)}`)
  if (to) parts.push(`d.created_at < ${add(to)}`)
  if (q) {
    if (!isUuid(q.toLowerCase())) return { items: [], total: 0 }
    const id = add(q.toLowerCase())
    parts.push(`(d.id = ${id} or d.event_id = ${id} or d.subject_id = ${id})`)
  }
  const where = parts.join(' and ')
  const [counted] = await ctx.run<{ n: number }>(
    `select count(*) as n from webhook_delivery d where ${where}`,
    [...values],
  )
  const direction = query.sort === 'createdAt' ? 'asc' : 'desc'
  const page = `select d.id, d.event_id, d.type, d.state, d.next_attempt_at, d.created_at,
      ${query.body ? 'd.body' : 'null as body'}, ${attempts}
    from webhook_delivery d where ${where}
    order by d.created_at ${direction}, d.id ${direction} limit ${add(limit)}::int offset ${add(offset)}::bigint`
  const rows = await ctx.run<DeliveryRow>(page, values)
  return { items: rows.map(presentDelivery), total: counted?.n ?? 0 }
})
