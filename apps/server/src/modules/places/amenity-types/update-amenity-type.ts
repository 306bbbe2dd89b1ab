import { isDeepStrictEqual } from 'node:util'
import { typeName } from '#contracts/catalogue/names.ts'
import { updateAmenityType } from '#contracts/places/amenity-types.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockType } from './lock-type.ts'
import { categoriesAfter, ownNames, presentType, storedItems } from './stored-types.ts'

export default serve(updateAmenityType)(async (ctx, { params, body }) => {
  const row = await lockType(ctx, params.id)
  requireVersion(ctx, row.version)
  const language = await tenantLanguage(ctx)
  auditBefore(ctx, presentType(row, language))
  const next = {
    names: ownNames(row.names, body, language, (each) => typeName(row.code, each), 'body.names'),
    icon: body.icon ?? row.icon,
    position: body.position ?? row.position,
    status_items: body.statusItems ? storedItems(body.statusItems, language) : row.status_items,
    categories: body.categories ? categoriesAfter(row.categories, body.categories, language) : row.categories,
  }
  const { names, icon, position, status_items, categories } = row
  if (isDeepStrictEqual(next, { names, icon, position, status_items, categories }))
    return presentType(row, language)
  ctx.invalidate('tasks')
  await ctx.db
    .updateTable('amenity_type')
    .set({
      ...next,
      names: JSON.stringify(next.names),
      status_items: JSON.stringify(next.status_items),
      categories: JSON.stringify(next.categories),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute()
  return presentType({ ...row, ...next, version: row.version + 1 }, language)
})
