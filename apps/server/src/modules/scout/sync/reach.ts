/** What of the places a phone keeps; another reach resets it. */
import { createHash } from 'node:crypto'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

const versionsText = `select md5(string_agg(v.id || ':' || v.version, ',' order by v.id)) as versions from (
    select id::text, version from building where tenant_id = $1 and id = any($2::uuid[]) and archived_at is null
    union all select id::text, version from location where tenant_id = $1 and building_id = any($2::uuid[])) v`

/** Sites and locations change rarely, so a phone loads everything anew then. */
export const reachOf = async (ctx: TenantContext, scout: OwnScout): Promise<string> => {
  const [row] = await ctx.run<{ versions: string | null }>(versionsText, [ctx.tenantId, scout.building_ids])
  const text = JSON.stringify([scout.id, scout.building_ids, scout.types, scout.extra_rounds, row?.versions])
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
