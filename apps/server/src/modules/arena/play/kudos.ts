/** Kudos as players read them. */
import type { Kudos, KudosReason } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { localDay, startOfLocalDay } from '#server/platform/local-day.ts'
import { type PlayerRow, playerColumns, playerJoins, presentPlayer } from '../players.ts'
import type { ArenaWords } from '../words/words.ts'

export interface KudosRow {
  readonly id: string
  readonly from_id: string
  readonly to_id: string
  readonly reason: KudosReason
  readonly text: string | null
  readonly at: Date
}

export const readPlayers = async (
  ctx: Pick<TenantContext, 'run' | 'tenantId'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlayerRow>> => {
  const rows = await ctx.run<PlayerRow>(
    `select ${playerColumns} from arena_player p ${playerJoins} where p.tenant_id = $1 and p.id = any($2)`,
    [ctx.tenantId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * @param readerId the player who reads; undefined: a wall or an administrator, who see aliases
 */
export const presentKudos = async (
  ctx: Pick<TenantContext, 'run' | 'tenantId'>,
  rows: readonly KudosRow[],
  readerId: string | undefined,
  { ownTeam }: Pick<ArenaWords, 'ownTeam'>,
): Promise<Kudos[]> => {
  const ids = new Set(rows.flatMap(({ from_id, to_id }) => [from_id, to_id]))
  if (readerId !== undefined) ids.add(readerId)
  const players = await readPlayers(ctx, [...ids])
  const reader = readerId === undefined ? undefined : players.get(readerId)
  const as = { companyId: reader?.company_id, ownTeam }
  return rows.flatMap((row) => {
    const [from, to] = [players.get(row.from_id), players.get(row.to_id)]
    if (!from || !to) return []
    return [
      {
        id: row.id,
        from: presentPlayer(from, as),
        to: presentPlayer(to, as),
        reason: row.reason,
        text: row.text,
        at: row.at.toISOString(),
        mine: readerId !== undefined && (row.from_id === readerId || row.to_id === readerId),
      },
    ]
  })
}

export const kudosADay = 3

/** How many kudos a player may still give today, the organisation's day. */
export const leftToday = async (
  ctx: Pick<TenantContext, 'run' | 'tenantId' | 'now'>,
  playerId: string,
  timeZone: string,
): Promise<number> => {
  const [row] = await ctx.run<{ given: number }>(
    `select count(*)::int as given from arena_kudos where tenant_id = $1 and from_id = $2 and at >= $3`,
    [ctx.tenantId, playerId, startOfLocalDay(localDay(ctx.now, timeZone), timeZone)],
  )
  return Math.max(0, kudosADay - (row?.given ?? 0))
}
