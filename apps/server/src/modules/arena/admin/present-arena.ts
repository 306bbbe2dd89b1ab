/** The set-up of the arena as administrators read it. */
import type { ArenaSetup, OpenDispute, OpenRedemption } from '#contracts/arena/admin.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { type KudosRow, presentKudos } from '../play/kudos.ts'
import { presentRedemption, type RedemptionRow, redemptionText } from '../play/redemptions.ts'
import { entryColumns, entryJoins, presentEntry, type ShownEntryRow } from '../points/present-entry.ts'
import type { SeasonRow } from '../seasons/current-season.ts'
import { hideSmall, smallestGroup } from '../seasons/present-season.ts'
import { readSettings } from '../settings.ts'
import { type ArenaWords, wordsOf } from '../words/words.ts'
import { presentAdminSeasons } from './present-admin-season.ts'

/** A kiosk that asked for nothing for so long is OFFLINE. */
const offlineMs = 5 * 60_000
const mostOpen = 100

export const wordsOfStaff = (ctx: StaffContext): Promise<ArenaWords> => wordsOf(ctx, ctx.actor.id)

export interface RewardRow {
  id: string
  title: string
  description: string
  cost: number
  stock: number | null
  per_person: number | null
  active: boolean
  taken: number
}
export interface KioskRow {
  id: string
  name: string
  building_ids: string[]
  paired_at: Date | null
  last_seen_at: Date | null
  expires_at: Date | null
}

export const rewardsText =
  'select * from arena_reward where tenant_id = $1 and removed_at is null order by position, id'
export const kiosksText = 'select * from arena_kiosk where tenant_id = $1 order by position, id'

const stateOf = (kiosk: KioskRow, now: Date): 'PAIRING' | 'ACTIVE' | 'OFFLINE' => {
  if (!kiosk.paired_at) return 'PAIRING'
  return kiosk.last_seen_at && now.getTime() - kiosk.last_seen_at.getTime() < offlineMs ? 'ACTIVE' : 'OFFLINE'
}

const disputesText = `select d.id as dispute_id, d.kind as dispute_kind, d.reason as dispute_reason, d.at as dispute_at,
    d.kudos_id, p.alias, ${entryColumns}
  from arena_dispute d join arena_player p on p.tenant_id = $1 and p.id = d.player_id
  left join arena_entry e on e.tenant_id = $1 and e.id = d.entry_id
  ${entryJoins.replace(/left join arena_dispute d .*/, '')}
  where d.tenant_id = $1 and d.state = 'OPEN' order by d.at, d.id limit ${mostOpen}`

type DisputeRow = ShownEntryRow & {
  readonly dispute_id: string
  readonly dispute_kind: 'POINTS' | 'KUDOS'
  readonly dispute_reason: string
  readonly dispute_at: Date
  readonly kudos_id: string | null
  readonly alias: string
}

const openDisputes = async (ctx: StaffContext, words: ArenaWords): Promise<OpenDispute[]> => {
  const rows = await ctx.run<DisputeRow>(disputesText, [ctx.tenantId])
  const kudos = await ctx.run<KudosRow>('select * from arena_kudos where tenant_id = $1 and id = any($2)', [
    ctx.tenantId,
    rows.flatMap(({ kudos_id }) => kudos_id ?? []),
  ])
  const shown = new Map((await presentKudos(ctx, kudos, undefined, words)).map((one) => [one.id, one]))
  return rows.map((row) => {
    const about = row.kudos_id === null ? undefined : shown.get(row.kudos_id)
    return {
      id: row.dispute_id,
      kind: row.dispute_kind,
      by: row.alias,
      ...(row.dispute_kind === 'POINTS' ? { entry: presentEntry(row, words) } : {}),
      ...(about ? { kudos: about } : {}),
      reason: row.dispute_reason,
      at: row.dispute_at.toISOString(),
    }
  })
}

const namesText = `select p.id, p.alias, u.name from arena_player p
  left join app_user u on u.tenant_id = $1 and u.id = p.user_id where p.tenant_id = $1 and p.id = any($2)`

/** The name of whom a reward is handed to; API keys get the alias. */
export const withNames = async (
  ctx: StaffContext,
  rows: readonly RedemptionRow[],
): Promise<OpenRedemption[]> => {
  const people = await ctx.run<{ id: string; alias: string; name: string | null }>(namesText, [
    ctx.tenantId,
    rows.map(({ player_id }) => player_id),
  ])
  return rows.map((row) => {
    const person = people.find(({ id }) => id === row.player_id)
    const name = ctx.actor.kind === 'USER' ? person?.name : undefined
    return { ...presentRedemption(row), by: name ?? person?.alias ?? '' }
  })
}

const participantsText = `select count(*)::int as joined, (select count(*) from (
    select o.company_id from arena_player p left join operator o on o.tenant_id = $1 and o.user_id = p.user_id
    where p.tenant_id = $1 and p.opted_in group by o.company_id having count(*) >= ${smallestGroup}) teams)::int as teams
  from arena_player where tenant_id = $1 and opted_in`

export const presentArena = async (ctx: StaffContext): Promise<ArenaSetup> => {
  const [settings, words] = [await readSettings(ctx), await wordsOfStaff(ctx)]
  const [rewards, kiosks, seasons, [counted], redemptions] = await Promise.all([
    ctx.run<RewardRow>(rewardsText, [ctx.tenantId]),
    ctx.run<KioskRow>(kiosksText, [ctx.tenantId]),
    ctx.run<SeasonRow>(
      'select * from arena_season where tenant_id = $1 order by starts_at desc, id limit 10',
      [ctx.tenantId],
    ),
    ctx.run<{ joined: number; teams: number }>(participantsText, [ctx.tenantId]),
    ctx.run<RedemptionRow>(
      `${redemptionText} where x.tenant_id = $1 and x.state in ('REQUESTED', 'APPROVED') order by x.at, x.id limit ${mostOpen}`,
      [ctx.tenantId],
    ),
  ])
  return {
    enabled: settings.enabled,
    weights: settings.weights,
    caps: settings.caps,
    rewards: rewards.map(({ id, title, description, cost, stock, per_person, active, taken }) => ({
      id,
      title,
      description,
      cost,
      stock,
      perPerson: per_person,
      active,
      left: stock === null ? null : Math.max(0, stock - taken),
    })),
    kiosks: kiosks.map((kiosk) => ({
      id: kiosk.id,
      name: kiosk.name,
      buildingIds: kiosk.building_ids,
      state: stateOf(kiosk, ctx.now),
      lastSeenAt: kiosk.last_seen_at?.toISOString() ?? null,
      expiresAt: kiosk.expires_at?.toISOString() ?? null,
    })),
    seasons: await presentAdminSeasons(ctx, seasons, words),
    participants: { joined: hideSmall(counted?.joined ?? 0), teams: hideSmall(counted?.teams ?? 0) },
    disputes: await openDisputes(ctx, words),
    redemptions: await withNames(ctx, redemptions),
    version: settings.version,
  }
}
