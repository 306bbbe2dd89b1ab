import { renewedKey } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

const storedText = `select settings #>> '{branding,logoKey}' as key from tenant where id = $1`
/** Only if the logo was not changed meanwhile. */
const renewText = `update tenant set settings = jsonb_set(settings, '{branding,logoKey}', to_jsonb($3::text))
  where id = $1 and settings #>> '{branding,logoKey}' = $2`

export const renewLogo = async (ctx: TenantContext): Promise<void> => {
  const [row] = await ctx.run<{ key: string | null }>(storedText, [ctx.tenantId])
  const fresh = row?.key ? renewedKey(ctx, row.key) : undefined
  if (fresh !== undefined) await ctx.run(renewText, [ctx.tenantId, row?.key, fresh])
}
