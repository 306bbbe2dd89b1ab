/** Badges and won challenges of players whose points changed; a badge is never taken back. */
import { type BadgeCode, badgeCodes } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { winChallenges } from '../play/win-challenges.ts'

/** What a badge counts, and from how many on it is earned. */
export const badgeTargets: Readonly<Record<BadgeCode, number>> = {
  FIRST_FIX: 1,
  CONFIRMED_10: 10,
  CONFIRMED_50: 50,
  CONFIRMED_200: 200,
  PHOTO_25: 25,
  HELPER_10: 10,
  KEEN_EYE_5: 5,
  THANKS_10: 10,
  CHALLENGE: 1,
  ALL_ROUNDER: 5,
}

type Counts = Readonly<Record<BadgeCode, number>>

const countsText = `select p.id,
    coalesce(e.tasks, 0)::int as tasks, coalesce(e.confirmed, 0)::int as confirmed, coalesce(e.photos, 0)::int as photos,
    coalesce(e.helps, 0)::int as helps, coalesce(e.findings, 0)::int as findings, coalesce(e.categories, 0)::int as categories,
    (select count(*) from arena_kudos k where k.tenant_id = $1 and k.to_id = p.id and k.hidden_at is null)::int as thanks,
    (select count(*) from arena_participation w where w.tenant_id = $1 and w.player_id = p.id and w.won_at is not null)::int as won
  from unnest($2::uuid[]) as p (id)
  left join lateral (
    select count(*) filter (where e.kind = 'TASK') as tasks, count(*) filter (where e.kind = 'CONFIRMED') as confirmed,
      count(*) filter (where e.kind = 'PHOTO') as photos, count(*) filter (where e.kind = 'HELP') as helps,
      count(*) filter (where e.kind = 'FINDING') as findings,
      count(distinct t.category) filter (where e.kind = 'TASK') as categories
    from arena_entry e left join task t on t.tenant_id = $1 and t.id = e.task_id
    where e.tenant_id = $1 and e.player_id = p.id and e.state = 'CREDITED') e on true`

interface CountRow {
  id: string
  tasks: number
  confirmed: number
  photos: number
  helps: number
  findings: number
  categories: number
  thanks: number
  won: number
}

const progressOf = (row: CountRow): Counts => ({
  FIRST_FIX: row.tasks,
  CONFIRMED_10: row.confirmed,
  CONFIRMED_50: row.confirmed,
  CONFIRMED_200: row.confirmed,
  PHOTO_25: row.photos,
  HELPER_10: row.helps,
  KEEN_EYE_5: row.findings,
  THANKS_10: row.thanks,
  CHALLENGE: row.won,
  ALL_ROUNDER: row.categories,
})

/** Player id → how far each badge is. */
export const badgeProgress = async (
  ctx: TenantContext,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, Counts>> => {
  if (playerIds.length === 0) return new Map()
  const rows = await ctx.run<CountRow>(countsText, [ctx.tenantId, playerIds])
  return new Map(rows.map((row) => [row.id, progressOf(row)]))
}

/** Gives the badges that are earned now, also to whoever wins a challenge by what these players did. */
export const award = async (ctx: TenantContext, playerIds: readonly string[]): Promise<void> => {
  if (playerIds.length === 0) return
  const winners = await winChallenges(ctx, playerIds)
  const earned = [...(await badgeProgress(ctx, [...new Set([...playerIds, ...winners])]))].flatMap(
    ([id, counts]) =>
      badgeCodes.filter((code) => counts[code] >= badgeTargets[code]).map((code) => ({ id, code })),
  )
  if (earned.length === 0) return
  await ctx.run(
    `insert into arena_badge (tenant_id, player_id, code, earned_at)
     select $1, row.id, row.code, $2 from unnest($3::uuid[], $4::text[]) as row (id, code) on conflict do nothing`,
    [ctx.tenantId, ctx.now, earned.map(({ id }) => id), earned.map(({ code }) => code)],
  )
}
