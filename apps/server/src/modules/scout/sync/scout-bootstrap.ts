import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { scoutBootstrap } from '#contracts/scout/phone/sync.ts'
import { type Names, nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { findingsById } from '#server/modules/scout/findings/public.ts'
import { type OwnScout, presentProfile, readScout } from '#server/modules/scout/own/public.ts'
import {
  inspectionsById,
  roundDetails,
  visibleRound,
  visibleTo,
} from '#server/modules/scout/rounds/public.ts'
import {
  amenitiesById,
  mostAmenities,
  readAmenities,
  readContents,
  readLocations,
  readSites,
  suits,
  templatesOf,
} from '#server/modules/scout/sites/public.ts'
import { cursorFrom } from '#server/platform/changes.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { conflictsById } from './present-conflicts.ts'
import { reachOf } from './reach.ts'

const horizonMs = 14 * 86_400_000

// Open, or due within 14 days; what was submitted stays for as long, so that the phone shows its review.
const roundsText = `select r.id from round r where r.tenant_id = $1 and ${visibleRound}
  and (r.state in ('ACCEPTED', 'IN_PROGRESS', 'PAUSED') or (r.state = 'SCHEDULED' and r.due_by < $5)
    or (r.state in ('SUBMITTED', 'EXPIRED') and r.due_by > $6)) order by r.due_by, r.id limit 200`
const findingsText = `select id from finding where tenant_id = $1 and scout_id = $2
  and (state in ('REPORTED', 'ACCEPTED', 'FIXED', 'REOPENED') or changed_at > $3) order by created_at desc, id desc limit 500`
const conflictsText =
  'select id from scout_conflict where tenant_id = $1 and scout_id = $2 and resolved_at is null order by created_at limit 200'
const categoriesText = `select y.code as type, c.value ->> 'code' as code, c.value -> 'names' as names from amenity_type y,
    jsonb_array_elements(y.categories) with ordinality c (value, place)
  where y.tenant_id = $1 and ($2::text[] is null or y.code = any($2)) and not coalesce((c.value ->> 'retired')::boolean, false)
  order by y.position, y.code, c.place`

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/** Beyond the most that a phone keeps only the amenities of its rounds. */
const amenitiesFor = async (ctx: TenantContext, scout: OwnScout, ofRounds: readonly string[]) => {
  const locations = await readLocations(ctx, scout.building_ids)
  const all = await readAmenities(ctx, scout, locations, mostAmenities + 1)
  if (all.length <= mostAmenities) return { locations, amenities: all, partial: false }
  return { locations, amenities: [...(await amenitiesById(ctx, ofRounds)).values()], partial: true }
}

export default serve(scoutBootstrap)(async (ctx) => {
  const scout = await readScout(ctx)
  const own = [ctx.tenantId, scout.id]
  const now = ctx.now.getTime()
  const [rounds, findings, conflicts, categories, known] = await Promise.all([
    ctx.run<{ id: string }>(roundsText, [
      ctx.tenantId,
      ...visibleTo(scout),
      new Date(now + horizonMs),
      new Date(now - horizonMs),
    ]),
    ctx.run<{ id: string }>(findingsText, [...own, new Date(now - horizonMs)]),
    ctx.run<{ id: string }>(conflictsText, own),
    ctx.run<{ type: string; code: string; names: Names }>(categoriesText, [ctx.tenantId, scout.types]),
    templatesOf(ctx, scout),
  ])
  const details = await roundDetails(ctx, idsOf(rounds))
  const mine = details.filter((round) => round.scout?.id === scout.id)
  const begun = mine.flatMap(({ stops }) => stops.filter(({ inspection }) => inspection !== null))
  const [inspections, contents, places] = await Promise.all([
    inspectionsById(ctx, idsOf(begun)),
    readContents(ctx, known),
    amenitiesFor(
      ctx,
      scout,
      details.flatMap(({ stops }) => stops.map(({ amenity }) => amenity.id)),
    ),
  ])
  return {
    serverTime: ctx.now.toISOString(),
    cursor: cursorFrom(ctx, await reachOf(ctx, scout)),
    scout: await presentProfile(ctx, scout),
    sites: await readSites(ctx, scout),
    ...places,
    templates: contents
      .filter(({ content }) => suits(scout, content))
      .map(({ id, version, content }) => ({ id, version, ...content })),
    rounds: details.map((round) => ({
      ...round,
      inspections: round.stops.flatMap(({ id }) => inspections.get(id) ?? []),
    })),
    findings: await findingsById(ctx, scout, idsOf(findings)),
    conflicts: await conflictsById(ctx, idsOf(conflicts)),
    categories: categories.map(({ type, code, names }) => ({
      type,
      code,
      name: nameOfIssue(code, names, scout.language as VisitorLanguage),
    })),
  }
})
