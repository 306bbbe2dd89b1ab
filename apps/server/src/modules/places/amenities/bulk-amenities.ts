import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Amenity, bulkAmenities, maxBulkAmenities } from '#contracts/places/amenities.ts'
import { ensureFloors } from '#server/modules/places/locations/public.ts'
import { changesBetween } from '#server/platform/audit/changes.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { namesOfTypes, requireTypes } from '../amenity-types/public.ts'
import { changeAmenities, lockAmenities } from './change-amenities.ts'
import { insertAmenities, type NewAmenity } from './insert-amenities.ts'
import { presentAmenity, selectAmenities } from './present-amenity.ts'

type Pattern = NonNullable<Static<(typeof bulkAmenities)['body']>['create']>
const longestName = 120

const usualPattern = (count: number): string => (count === 1 ? '{type}, {floor}' : '{type} {n}, {floor}')

/** Replaces placeholders in one pass, so that a floor named "{n}" stays as it is. */
const nameFrom = (pattern: string, words: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(type|n|floor)\}/g, (_, word: string) => words[word] ?? '')

const draft = (
  pattern: Pattern,
  floorIds: readonly string[],
  typeNames: (code: string) => string,
): NewAmenity[] =>
  pattern.floors.flatMap((floor, floorIndex) =>
    pattern.types.flatMap(({ type, count, namePattern = usualPattern(count) }, typeIndex) =>
      Array.from({ length: count }, (_, index) => {
        const name = nameFrom(namePattern, { type: typeNames(type), n: String(index + 1), floor })
        if ([...name].length > longestName) {
          throw invalid(
            `body.create.types.${typeIndex}.namePattern`,
            `gives a name of more than ${longestName} characters`,
          )
        }
        return { name, buildingId: pattern.buildingId, locationId: floorIds[floorIndex] ?? null, type }
      }),
    ),
  )

const createFrom = async (ctx: StaffContext, pattern: Pattern): Promise<string[]> => {
  const perFloor = pattern.types.reduce((sum, { count }) => sum + count, 0)
  if (perFloor * pattern.floors.length > maxBulkAmenities) {
    throw invalid(
      'body.create',
      `asks for ${perFloor * pattern.floors.length} amenities; at most ${maxBulkAmenities} go at once`,
    )
  }
  // Locked for update, so that two calls do not create the same floor twice.
  const building = await ctx.db
    .selectFrom('building')
    .select('id')
    .where('id', '=', pattern.buildingId)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!building) throw notFound()
  await requireTypes(
    ctx,
    pattern.types.map(({ type }) => type),
    'body.create.types',
  )
  const floorIds = await ensureFloors(ctx, building.id, pattern.floors)
  return insertAmenities(ctx, draft(pattern, floorIds, await namesOfTypes(ctx)))
}

const shownAmenities = async (
  ctx: StaffContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Amenity>> => {
  const rows = await selectAmenities(ctx).where(sql<boolean>`amenity.id = any(${ids}::uuid[])`).execute()
  return new Map(rows.map((row) => [row.id, presentAmenity(row)]))
}

export default serve(bulkAmenities)(async (ctx, { body }) => {
  if ((body.create === undefined) === (body.update === undefined))
    throw invalid('body', 'needs one of create and update')
  let ids: readonly string[] = []
  let touched: readonly string[] = []
  let before: ReadonlyMap<string, Amenity> = new Map()
  if (body.create) touched = ids = await createFrom(ctx, body.create)
  else if (body.update) {
    ids = body.update.ids
    const rows = await lockAmenities(ctx, ids)
    before = await shownAmenities(ctx, ids)
    touched = await changeAmenities(ctx, rows, body.update.changes, 'body.update.changes')
  }
  const byId = await shownAmenities(ctx, ids)
  const fields = Object.keys(body.update?.changes ?? body.create ?? {})
  auditEach(
    ctx,
    touched.map((id) => {
      const [was, is] = [before.get(id), byId.get(id)]
      return { id, name: is?.name ?? '', fields, changes: was && is ? changesBetween(fields, was, is) : [] }
    }),
  )
  return {
    created: body.create ? ids.length : 0,
    updated: body.update ? touched.length : 0,
    amenities: ids.flatMap((id) => byId.get(id) ?? []),
  }
})
