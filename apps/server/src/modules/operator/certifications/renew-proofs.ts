import { renewedKey } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

const storedText =
  'select distinct proof_key as key from operator_certification where tenant_id = $1 and proof_key is not null'
/** By the old key: a proof that was replaced meanwhile no longer matches. */
const renewText = `update operator_certification c set proof_key = row.fresh
  from unnest($2::text[], $3::text[]) as row (key, fresh) where c.tenant_id = $1 and c.proof_key = row.key`

export const renewProofs = async (ctx: TenantContext): Promise<void> => {
  const rows = await ctx.run<{ key: string }>(storedText, [ctx.tenantId])
  const fresh = rows.flatMap(({ key }) => {
    const next = renewedKey(ctx, key)
    return next === undefined ? [] : [{ key, next }]
  })
  if (fresh.length > 0)
    await ctx.run(renewText, [ctx.tenantId, fresh.map(({ key }) => key), fresh.map(({ next }) => next)])
}
