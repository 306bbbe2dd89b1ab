import { listMailings } from '#contracts/sharing/mailings.ts'
import { orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type MailingRow, maxBounces, presentMailings } from './mailing-row.ts'

const columns = { createdAt: 'm.created_at', name: 'm.name', nextAt: 'm.next_at' } as const

const state = `case when m.paused then 'PAUSED'
  when exists (select from mailing_recipient r where r.tenant_id = $1 and r.mailing_id = m.id and r.bounces >= ${maxBounces})
  then 'FAILING' else 'ACTIVE' end`

export default serve(listMailings)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const { column, direction } = orderBy(query.sort ?? '-createdAt', columns)
  const where = `m.tenant_id = $1 and ($2::text[] is null or ${state} = any($2::text[]))`
  const asked = [ctx.tenantId, query.state ?? null]
  const [counted] = await ctx.run<{ n: number }>(`select count(*) as n from mailing m where ${where}`, asked)
  const rows = await ctx.run<MailingRow>(
    `select m.* from mailing m where ${where}
     order by ${column} ${direction} nulls last, m.id ${direction} limit $3::int offset $4::bigint`,
    [...asked, limit, offset],
  )
  return { items: await presentMailings(ctx, rows), total: counted?.n ?? 0 }
})
