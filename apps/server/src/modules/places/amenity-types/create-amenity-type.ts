import { lastPosition } from '#contracts/kit/pieces.ts'
import { createAmenityType, type NamesInput } from '#contracts/places/amenity-types.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { unlessTaken } from '#server/platform/db/unique.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { categoriesAfter, ownNames, presentType, readTypes, storedItems } from './stored-types.ts'

/** "Nap pod" → NAP_POD, "Küche" → KUCHE; TYPE if there are no Latin letters, and with a number if the code is taken. */
const codeFrom = (name: string, used: ReadonlySet<string>): string => {
  const bare = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[^A-Z]+|_+$/g, '')
    .slice(0, 50)
  const base = bare === '' ? 'TYPE' : bare
  let code = base
  for (let number = 2; used.has(code); number++) code = `${base}_${number}`
  return code
}

const firstOf = (names: NamesInput = {}): string | undefined =>
  Object.values(names).find((name) => name !== null)

export default serve(createAmenityType)(async (ctx, { body }) => {
  const language = await tenantLanguage(ctx)
  const name = body.name ?? body.names?.[language] ?? firstOf(body.names)
  if (name === undefined) throw invalid('body.name', 'is required')
  const existing = await readTypes(ctx)
  const code = body.code ?? codeFrom(name, new Set(existing.map((type) => type.code)))
  const names = ownNames(
    {},
    { ...body, ...(body.name === undefined ? {} : { name: body.name }) },
    language,
    () => undefined,
    'body.name',
  )
  const row = {
    id: newId(ctx.now.getTime()),
    code,
    icon: body.icon ?? 'dots',
    names,
    categories: categoriesAfter([], body.categories ?? [], language),
    status_items: storedItems(body.statusItems ?? [], language),
    position:
      body.position ?? Math.min(lastPosition, Math.max(-1, ...existing.map((type) => type.position)) + 1),
    built_in: false,
    created_at: ctx.now,
  }
  const insert = ctx.db
    .insertInto('amenity_type')
    .values({
      ...row,
      tenant_id: ctx.tenantId,
      names: JSON.stringify(row.names),
      categories: JSON.stringify(row.categories),
      status_items: JSON.stringify(row.status_items),
    })
    .execute()
  // Tasks of archived amenities may have categories of an earlier type with this code.
  ctx.invalidate('tasks')
  await unlessTaken(insert, `There is already an amenity type ${code}`)
  return presentType({ ...row, version: 1, amenities: 0 }, language)
})
