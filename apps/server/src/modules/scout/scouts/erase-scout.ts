import { eraseConflictsOf } from '#server/modules/scout/conflicts/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

interface Row {
  readonly kind: string
  readonly alias: string
}

const lockText =
  "select kind, alias from scout where tenant_id = $1 and id = $2 and state = 'REVOKED' for update"
const countText = `insert into tenant_counter (tenant_id, name, value) values ($1, 'former-scout', 1)
  on conflict (tenant_id, name) do update set value = tenant_counter.value + 1 returning value`
const eraseText = `update scout set alias = $3, own_name = $3, display_name = null, email = null, reference = null, activated_at = null,
    platform = null, last_sync_at = null, privacy_accepted_at = null, changed_at = $4, version = version + 1
  where tenant_id = $1 and id = $2`

const isErased = (alias: string): boolean => /^Former scout \d+$/.test(alias)

const formerAlias = async (ctx: TenantContext, { kind, alias }: Row): Promise<string> => {
  // The alias of a mystery visitor never held a name.
  if (kind === 'MYSTERY' || isErased(alias)) return alias
  const [counted] = await ctx.run<{ value: number }>(countText, [ctx.tenantId])
  return `Former scout ${counted?.value ?? 1}`
}

/**
 * Erases the name of a revoked scout; what they signed stays under "Former scout 7".
 * @returns the name before and after; undefined if there is no such scout
 */
export const eraseScout = async (
  ctx: TenantContext,
  id: string,
): Promise<{ readonly name: string; readonly former: string } | undefined> => {
  const [before] = await ctx.run<Row>(lockText, [ctx.tenantId, id])
  if (!before) return undefined
  const former = await formerAlias(ctx, before)
  await ctx.run(eraseText, [ctx.tenantId, id, former, ctx.now])
  await eraseConflictsOf(ctx, id)
  return { name: before.alias, former }
}
