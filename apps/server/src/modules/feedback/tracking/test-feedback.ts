/**
 * A trial report that shows an administrator what visitors see. It has its own table (decision 0053), so nothing that
 * reads submissions finds it; only its token leads to it.
 */

import type { Tracking } from '#contracts/feedback.ts'
import { referenceOf } from '#contracts/reference.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { brandingOf, readSettings } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { offeredLanguage } from '../places/languages.ts'
import { locationPath } from '../places/location-path.ts'

/** @returns the URL of its tracking page */
export const giveTestFeedback = async (
  ctx: TenantContext,
  test: { readonly amenityId: string; readonly rating: number; readonly issues: readonly string[] },
): Promise<string> => {
  const id = newId(ctx.now.getTime())
  await ctx.run(
    'insert into test_feedback (tenant_id, id, amenity_id, rating, issues, created_at) values ($1, $2, $3, $4, $5, $6)',
    [ctx.tenantId, id, test.amenityId, test.rating, JSON.stringify(test.issues), ctx.now],
  )
  return `${ctx.platform.config.baseUrl}/t/${ctx.platform.keys.seal('tracking', ctx.tenantId, id)}`
}

interface TestFeedbackRow {
  rating: number
  issues: string[]
  created_at: Date
  amenity_name: string
  building_name: string
  time_zone: string
  location: string | null
  category_names: Record<string, Record<string, string>> | null
}

const text = `select f.rating, f.issues, f.created_at, a.name as amenity_name, b.name as building_name, b.time_zone,
    ${locationPath} as location,
    (select jsonb_object_agg(c.value ->> 'code', c.value -> 'names') from amenity_type y, jsonb_array_elements(y.categories) c
     where y.tenant_id = $1 and y.code = a.type) as category_names
  from test_feedback f
  join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
  join building b on b.tenant_id = $1 and b.id = a.building_id
  where f.tenant_id = $1 and f.id = $2`

/** The tracking page of a test; undefined if the id is of no test. */
export const readTestTracking = async (
  ctx: TenantContext,
  id: string,
  asked: string | undefined,
): Promise<Tracking | undefined> => {
  const [row] = await ctx.run<TestFeedbackRow>(text, [ctx.tenantId, id])
  if (!row) return undefined
  const settings = await readSettings(ctx)
  const offered = settings.visitorLanguages
  const language = offeredLanguage(asked, offered)
  const names = row.category_names ?? {}
  const at = row.created_at.toISOString()
  return {
    reference: referenceOf(id),
    test: true,
    state: 'RECEIVED',
    timeline: [{ at, what: 'RECEIVED' }],
    canConfirm: false,
    messages: [],
    replies: [],
    createdAt: at,
    rating: row.rating,
    comment: null,
    issues: row.issues.map((code) => ({
      code,
      name: nameOfIssue(code, names[code] ?? {}, language, offered[0]),
      detail: null,
    })),
    images: [],
    imagesAfter: [],
    amenity: { name: row.amenity_name },
    building: { name: row.building_name, timeZone: storedZone(row.time_zone) },
    location: row.location,
    branding: brandingOf(settings),
    languages: offered,
    language,
    subscribed: false,
    emergency: null,
    erased: false,
  }
}

/** Whether the id is of a test, which takes no follow-ups. */
export const isTestFeedback = async (ctx: TenantContext, id: string): Promise<boolean> => {
  const rows = await ctx.run('select id from test_feedback where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    id,
  ])
  return rows.length > 0
}
