/** A player's own profile. */
import type { PlayerProfile } from '#contracts/arena/records.ts'
import type { QuietHours } from '#contracts/preferences.ts'
import type { ArenaActor, RealmContext } from '#server/platform/context.ts'
import { forbidden, unauthorized } from '#server/platform/errors.ts'
import { presentPlayer, readPlayer } from '../players.ts'
import { levelOf, sumPoints } from '../points/summary.ts'
import { currentSeason } from '../seasons/current-season.ts'
import { wordsFor } from '../words/words.ts'
import { streakWeeks } from './streak.ts'

export type PlayerContext = RealmContext<Extract<ArenaActor, { kind: 'PLAYER' }>>

/** @throws ServiceError FORBIDDEN for a wall, which is no person */
export const asPlayer = (ctx: RealmContext<ArenaActor>): PlayerContext => {
  if (ctx.actor.kind !== 'PLAYER') throw forbidden('A wall is no player')
  return { ...ctx, actor: ctx.actor }
}

export const presentProfile = async (ctx: PlayerContext): Promise<PlayerProfile> => {
  const row = await readPlayer(ctx, ctx.actor.id)
  if (!row) throw unauthorized()
  const season = await currentSeason(ctx)
  const sums = await sumPoints(ctx, row.id, season?.id ?? null)
  const [member] = await ctx.run<{ quiet_hours: QuietHours | null }>(
    `select preferences -> 'quietHours' as quiet_hours from app_user where tenant_id = $1 and id = $2`,
    [ctx.tenantId, ctx.actor.userId],
  )
  const joined = row.joined_at !== null
  return {
    optedIn: row.opted_in,
    player: joined
      ? presentPlayer(row, { companyId: row.company_id, ownTeam: (await wordsFor(ctx)).ownTeam })
      : null,
    alias: row.alias,
    avatar: row.avatar,
    visibility: row.visibility,
    level: season ? levelOf(sums.credited) : 1,
    points: { credited: sums.credited, pending: sums.pending, balance: sums.balance },
    streakWeeks: joined ? await streakWeeks(ctx, row.id) : 0,
    quietHours: member?.quiet_hours ?? null,
    season: season && { id: season.id, name: season.name, endsAt: season.ends_at.toISOString() },
    version: row.version,
  }
}
