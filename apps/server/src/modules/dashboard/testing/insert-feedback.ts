/** Inserts submissions directly, at given times. */
import { newId } from '#server/platform/ids.ts'
import type { TestTenant } from '#test/world.ts'

export interface NewSubmission {
  readonly at: Date
  readonly rating?: number | null
  readonly codes?: readonly string[]
  readonly counted?: boolean
}

const text = `insert into feedback (tenant_id, id, amenity_id, building_id, rating, issues, source, state, counted, created_at)
  select $1, r.id, $3, $4, r.rating, r.issues, 'x', case when r.counted then 'VISIBLE' else 'QUARANTINED' end, r.counted, r.at
  from jsonb_to_recordset($2) as r (id uuid, rating int, issues jsonb, counted boolean, at timestamptz)
  returning 1`

/** @returns their ids */
export const insertFeedback = async (
  tenant: TestTenant,
  place: { readonly amenityId: string; readonly buildingId: string },
  given: readonly NewSubmission[],
): Promise<string[]> => {
  const rows = given.map(({ at, rating = null, codes = [], counted = true }) => ({
    id: newId(at.getTime()),
    rating,
    issues: codes.map((code) => ({ code, detail: null })),
    counted,
    at,
  }))
  await tenant.inside((ctx) =>
    ctx.run(text, [ctx.tenantId, JSON.stringify(rows), place.amenityId, place.buildingId]),
  )
  return rows.map(({ id }) => id)
}
