/** What a phone keeps, by when it changed. */
import type { Static } from 'typebox'
import type { changeKinds, scoutChanges } from '#contracts/scout/phone/sync.ts'
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
  amenitiesInReach,
  readContents,
  suits,
  templatesOf,
} from '#server/modules/scout/sites/public.ts'
import type { ChangeSource, Position } from '#server/platform/changes.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conflictsById } from './present-conflicts.ts'

export type ScoutRecord = NonNullable<Static<(typeof scoutChanges)['data']>['changes'][number]['record']>
export type ScoutChangeKind = (typeof changeKinds)[number]
type Source = ChangeSource<ScoutRecord> & { readonly kind: ScoutChangeKind }

const page = `order by 2, 1 limit`
const idsOf = (rows: readonly Position[]): string[] => rows.map(({ id }) => id)
const none = async (): Promise<readonly Position[]> => []

/** Pairs positions with their records; a position without one is left out. */
const withRecords = <R extends ScoutRecord>(
  positions: readonly Position[],
  records: ReadonlyMap<string, R>,
): (Position & { readonly record: ScoutRecord })[] =>
  positions.flatMap((position) => {
    const record = records.get(position.id)
    return record ? [{ ...position, record }] : []
  })

const byId = <R extends { readonly id: string }>(records: readonly R[]): Map<string, R> =>
  new Map(records.map((record) => [record.id, record]))

const ownProfile: Source = {
  kind: 'SCOUT',
  since: async (ctx, after) => {
    const scout = await readScout(ctx)
    if (scout.changed_at < after.at) return []
    return [{ id: scout.id, at: scout.changed_at, record: await presentProfile(ctx, scout) }]
  },
  gone: none,
}

const placesText = `select id, at, deleted from scout_place_change where tenant_id = $1 and kind = 'AMENITY'
  and building_id = any($2::uuid[]) and (at, id) > ($3, $4) ${page} $5`

const changedAmenities = async (ctx: TenantContext, scout: OwnScout, after: Position, limit: number) => {
  const values = [ctx.tenantId, scout.building_ids, after.at, after.id, limit]
  const rows = await ctx.run<Position & { deleted: boolean }>(placesText, values)
  const reached = await amenitiesInReach(ctx, scout, idsOf(rows))
  return { rows, reached }
}

const amenities = (scout: OwnScout): Source => ({
  kind: 'AMENITY',
  since: async (ctx, after, limit) => {
    const { rows, reached } = await changedAmenities(ctx, scout, after, limit)
    return withRecords(
      rows.filter(({ id }) => reached.has(id)),
      await amenitiesById(ctx, [...reached]),
    )
  },
  gone: async (ctx, after, limit) => {
    const { rows, reached } = await changedAmenities(ctx, scout, after, limit)
    return rows.filter(({ id }) => !reached.has(id))
  },
})

const templatesText = `select id, changed_at as at from inspection_template
  where tenant_id = $1 and id = any($2::uuid[]) and (changed_at, id) > ($3, $4) ${page} $5`

const templates = (scout: OwnScout): Source => ({
  kind: 'TEMPLATE',
  since: async (ctx, after, limit) => {
    const known = await templatesOf(ctx, scout)
    const positions = await ctx.run<Position>(templatesText, [
      ctx.tenantId,
      known.map(({ id }) => id),
      after.at,
      after.id,
      limit,
    ])
    const changed = new Set(idsOf(positions))
    const contents = await readContents(
      ctx,
      known.filter(({ id }) => changed.has(id)),
    )
    const records = contents
      .filter(({ content }) => suits(scout, content))
      .map(({ id, version, content }) => ({ id, version, ...content }))
    return positions.flatMap((position) =>
      records.filter(({ id }) => id === position.id).map((record) => ({ ...position, record })),
    )
  },
  gone: none,
})

const roundsText = (visible: boolean): string => `select r.id, r.changed_at as at from round r
  where r.tenant_id = $1 and (r.building_id = any($3::uuid[]) or r.scout_id = $2) and ${visibleRound} is ${visible ? '' : 'not '}true
    and (r.changed_at, r.id) > ($5, $6) order by r.changed_at, r.id limit $7`
const seenRounds = roundsText(true)
const lostRounds = roundsText(false)

const rounds = (scout: OwnScout): Source => ({
  kind: 'ROUND',
  since: async (ctx, after, limit) => {
    const values = [ctx.tenantId, ...visibleTo(scout), after.at, after.id, limit]
    const positions = await ctx.run<Position>(seenRounds, values)
    return withRecords(positions, byId(await roundDetails(ctx, idsOf(positions))))
  },
  gone: (ctx, after, limit) =>
    ctx.run<Position>(lostRounds, [ctx.tenantId, ...visibleTo(scout), after.at, after.id, limit]),
})

const inspectionsText = `select s.id, s.changed_at as at from round_stop s join round r on r.tenant_id = $1 and r.id = s.round_id
  where s.tenant_id = $1 and r.scout_id = $2 and s.state is not null and (s.changed_at, s.id) > ($3, $4)
  order by s.changed_at, s.id limit $5`

const inspections: Source = {
  kind: 'INSPECTION',
  since: async (ctx, after, limit) => {
    const values = [ctx.tenantId, ctx.actor.id, after.at, after.id, limit]
    const positions = await ctx.run<Position>(inspectionsText, values)
    return withRecords(positions, await inspectionsById(ctx, idsOf(positions)))
  },
  gone: none,
}

const findingsText = `select id, changed_at as at from finding
  where tenant_id = $1 and scout_id = $2 and (changed_at, id) > ($3, $4) ${page} $5`

const findings = (scout: OwnScout): Source => ({
  kind: 'FINDING',
  since: async (ctx, after, limit) => {
    const values = [ctx.tenantId, scout.id, after.at, after.id, limit]
    const positions = await ctx.run<Position>(findingsText, values)
    return withRecords(positions, byId(await findingsById(ctx, scout, idsOf(positions))))
  },
  gone: none,
})

const conflictsText = (open: boolean): string => `select id, changed_at as at from scout_conflict
  where tenant_id = $1 and scout_id = $2 and resolved_at is ${open ? '' : 'not '}null and (changed_at, id) > ($3, $4) ${page} $5`
const openConflicts = conflictsText(true)
const closedConflicts = conflictsText(false)

const conflicts: Source = {
  kind: 'CONFLICT',
  since: async (ctx, after, limit) => {
    const values = [ctx.tenantId, ctx.actor.id, after.at, after.id, limit]
    const positions = await ctx.run<Position>(openConflicts, values)
    return withRecords(positions, byId(await conflictsById(ctx, idsOf(positions))))
  },
  gone: (ctx, after, limit) =>
    ctx.run<Position>(closedConflicts, [ctx.tenantId, ctx.actor.id, after.at, after.id, limit]),
}

/** Sites and locations are part of the reach: a change there resets the phone. */
export const sourcesFor = (scout: OwnScout): readonly Source[] => [
  ownProfile,
  amenities(scout),
  templates(scout),
  rounds(scout),
  inspections,
  findings(scout),
  conflicts,
]
