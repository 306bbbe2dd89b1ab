import { listRounds } from '#contracts/scout/admin-rounds.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  type AdminRoundRow,
  adminRoundColumns,
  presentAdminRounds,
  presentEvidence,
} from './present-round.ts'

const columns = { dueBy: 'r.due_by', submittedAt: 'r.submitted_at', score: 'r.score' } as const

/** Beginning of a day of the organisation's calendar, `days` later. */
const dayStart = ({ tenant }: StaffContext, day: string, days = 0): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days }).toZonedDateTime(tenant.timeZone).epochMilliseconds)

export default serve(listRounds)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const { column, direction } = orderBy(query.sort ?? '-dueBy', columns)
  const values: unknown[] = [ctx.tenantId]
  const add = (value: unknown): string => `$${values.push(value)}`
  const parts = ['r.tenant_id = $1']
  const buildings = [...(query.building ?? []), ...(query.buildingId ?? [])]
  if (query.id) parts.push(`r.id = any(${add(query.id)}::uuid[])`)
  if (query.state) parts.push(`r.state = any(${add(query.state)}::text[])`)
  if (buildings.length > 0) parts.push(`r.building_id = any(${add(buildings)}::uuid[])`)
  if (query.scout) parts.push(`r.scout_id = any(${add(query.scout)}::uuid[])`)
  if (query.template)
    parts.push(`exists (select from round_stop st where st.tenant_id = $1 and st.round_id = r.id
      and st.template_id = any(${add(query.template)}::uuid[]))`)
  if (query.passed !== undefined) parts.push(`r.passed = ${add(query.passed)}::boolean`)
  if (query.from) parts.push(`r.due_by >= ${add(dayStart(ctx, query.from))}::timestamptz`)
  if (query.to) parts.push(`r.due_by < ${add(dayStart(ctx, query.to, 1))}::timestamptz`)
  const where = parts.join(' and ')
  const [counted] = await ctx.run<{ n: number }>(`select count(*) as n from round r where ${where}`, [
    ...values,
  ])
  const rows = await ctx.run<AdminRoundRow>(
    `select ${adminRoundColumns} where ${where} order by ${column} ${direction} nulls last, r.id ${direction}
     limit ${add(limit)}::int offset ${add(offset)}::bigint`,
    values,
  )
  const items = await presentAdminRounds(ctx, rows)
  const [only] = rows
  const evidence = query.id?.length === 1 && only ? await presentEvidence(ctx, only) : {}
  return { items: items.map((item) => ({ ...item, ...evidence })), total: counted?.n ?? 0 }
})
