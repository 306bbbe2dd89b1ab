/** Rounds that their scout may not walk any more are open to others. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

export interface HandedBack {
  readonly id: string
  readonly number: number
  readonly title: string
}

// A suspended scout goes on with a started round after the reactivation.
const forbiddenText = `select r.id, r.number, r.title from round r join scout s on s.tenant_id = $1 and s.id = r.scout_id
  where r.tenant_id = $1 and r.scout_id = $2 and r.state in ('SCHEDULED', 'ACCEPTED', 'IN_PROGRESS', 'PAUSED') and (
    s.state = 'REVOKED' or s.state = 'SUSPENDED' and r.state in ('SCHEDULED', 'ACCEPTED')
    or r.building_id <> all(s.building_ids)
    or exists (select from round_stop p join amenity a on a.tenant_id = $1 and a.id = p.amenity_id
      where p.tenant_id = $1 and p.round_id = r.id and a.type <> all(s.types)))
  order by r.number for update of r`

const openText = `update round set state = 'SCHEDULED', scout_id = null, assigned_at = null, started_at = null, done_count = 0,
    score = null, passed = null, reason = null, changed_at = $3, version = version + 1
  where tenant_id = $1 and id = any($2::uuid[])`

/** Before the stops go: a key that empties it does not fit a distributed database. */
const releaseFindingsText = `update finding set inspection_id = null where tenant_id = $1 and inspection_id in
  (select id from round_stop where tenant_id = $1 and round_id = any($2::uuid[]))`

const removeText = `delete from round_stop where tenant_id = $1 and round_id = any($2::uuid[])
  returning round_id, position, amenity_id, template_id`

const stopsText = `insert into round_stop (tenant_id, id, round_id, position, amenity_id, template_id, changed_at)
  select $1, s.*, $7 from unnest($2::uuid[], $3::uuid[], $4::int[], $5::uuid[], $6::uuid[]) as s
  returning 1`

interface Stop {
  readonly round_id: string
  readonly position: number
  readonly amenity_id: string
  readonly template_id: string
}

/** Stops with new ids and without answers: what was begun was another person's, and was never submitted. */
const renewStops = async (ctx: TenantContext, roundIds: readonly string[]): Promise<void> => {
  await ctx.run(releaseFindingsText, [ctx.tenantId, roundIds])
  const stops = await ctx.run<Stop>(removeText, [ctx.tenantId, roundIds])
  await ctx.run(stopsText, [
    ctx.tenantId,
    stops.map(() => newId(ctx.now.getTime())),
    stops.map((stop) => stop.round_id),
    stops.map((stop) => stop.position),
    stops.map((stop) => stop.amenity_id),
    stops.map((stop) => stop.template_id),
    ctx.now,
  ])
}

/** To be called after scope or state of the scout changed, in the same transaction. */
export const handBackRounds = async (ctx: TenantContext, scoutId: string): Promise<readonly HandedBack[]> => {
  const rounds = await ctx.run<HandedBack>(forbiddenText, [ctx.tenantId, scoutId])
  if (rounds.length === 0) return []
  const ids = rounds.map(({ id }) => id)
  await ctx.run(openText, [ctx.tenantId, ids, ctx.now])
  await renewStops(ctx, ids)
  return rounds
}
