/** The door to amenity types: what a new tenant starts with. */
import { builtInTypes } from '#contracts/catalogue/amenity-types.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

/** Names of built-in types and categories stay in the catalogue; a row's `names` hold what the tenant says instead. */
export const createBuiltInTypes = async (ctx: TenantContext): Promise<void> => {
  await ctx.db
    .insertInto('amenity_type')
    .values(
      builtInTypes.map((type, position) => ({
        tenant_id: ctx.tenantId,
        id: newId(ctx.now.getTime()),
        code: type.code,
        icon: type.icon,
        names: JSON.stringify({}),
        categories: JSON.stringify(type.issues.map((issue) => ({ ...issue, names: {}, retired: false }))),
        status_items: JSON.stringify(type.statusItems),
        position,
        built_in: true,
        created_at: ctx.now,
      })),
    )
    .execute()
}
