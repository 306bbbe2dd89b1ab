/** Outbound serializer of a certification that expires soon. */
import type { OutwardOperator } from '#contracts/outward.ts'
import type { Serializers } from '#server/platform/context.ts'
import { serializeEach } from '#server/platform/events/serializers.ts'

const text = `select o.id, o.name, o.company_id as "companyId", c.name as "companyName", o.skills, o.version
  from operator o left join company c on c.tenant_id = $1 and c.id = o.company_id
  where o.tenant_id = $1 and o.id = any($2::uuid[])`

export const showCertificates: Serializers = {
  'operator.certification_expiring': async (ctx, events) => {
    const ids = events.map(({ payload }) => payload.operatorId)
    const rows = await ctx.run<OutwardOperator>(text, [ctx.tenantId, ids])
    return serializeEach(
      events,
      ({ operatorId }) => operatorId,
      new Map(rows.map((row) => [row.id, row])),
      ({ payload: { name, validUntil } }) => ({ certification: { name, validUntil } }),
    )
  },
}
