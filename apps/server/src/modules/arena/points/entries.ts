/** Entries as they are kept, and how they are credited and taken back. */
import type { EntryKind, EntryState } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { accountOf, issued, post, spent } from './ledger.ts'

export interface EntryRow {
  readonly id: string
  readonly player_id: string
  readonly kind: EntryKind
  readonly state: EntryState
  readonly points: number
  readonly full_points: number
  readonly run: number | null
  readonly credit_at: Date | null
}

/** Credits pending entries. */
export const creditEntries = async (
  ctx: TenantContext,
  entries: readonly Pick<EntryRow, 'id' | 'player_id' | 'points'>[],
): Promise<void> => {
  if (entries.length === 0) return
  await ctx.run(`update arena_entry set state = 'CREDITED' where tenant_id = $1 and id = any($2)`, [
    ctx.tenantId,
    entries.map(({ id }) => id),
  ])
  await post(
    ctx,
    entries.map(({ id, player_id, points }) => ({
      key: `entry:${id}`,
      from: issued,
      to: accountOf(player_id),
      amount: points,
    })),
  )
}

const reverseText = `insert into arena_entry (tenant_id, id, key, player_id, season_id, kind, state, points, full_points,
    task_id, run, building_id, company_id, at, reverses)
  select tenant_id, row.reversal, 'reversal:' || e.id, player_id, season_id, 'REVERSAL', 'CREDITED', -points, -points,
    task_id, run, building_id, company_id, $2, e.id
  from unnest($3::uuid[], $4::uuid[]) as row (id, reversal)
  join arena_entry e on e.tenant_id = $1 and e.id = row.id
  on conflict do nothing`

/** A pending entry ends with 0 points; a credited one is taken back by a line of its own. */
export const reverseEntries = async (
  ctx: TenantContext,
  entries: readonly Pick<EntryRow, 'id' | 'player_id' | 'points' | 'state'>[],
): Promise<void> => {
  if (entries.length === 0) return
  const credited = entries.filter(({ state }) => state === 'CREDITED')
  await ctx.run(
    `update arena_entry set points = case when state = 'PENDING' then 0 else points end, state = 'REVERSED'
     where tenant_id = $1 and id = any($2)`,
    [ctx.tenantId, entries.map(({ id }) => id)],
  )
  await ctx.run(reverseText, [
    ctx.tenantId,
    ctx.now,
    credited.map(({ id }) => id),
    credited.map(() => newId(ctx.now.getTime())),
  ])
  await post(
    ctx,
    credited.map(({ id, player_id, points }) => ({
      key: `reversal:${id}`,
      from: accountOf(player_id),
      to: issued,
      amount: points,
    })),
  )
}

interface Spending {
  readonly key: string
  readonly playerId: string
  readonly seasonId: string | null
  readonly kind: 'REDEMPTION' | 'RETURN'
  /** negative for what is spent, positive for what comes back */
  readonly points: number
}

/** A line for points that are spent or come back. */
export const insertMovement = async (
  ctx: TenantContext,
  { key, playerId, seasonId, kind, points }: Spending,
): Promise<void> => {
  await ctx.run(
    `insert into arena_entry (tenant_id, id, key, player_id, season_id, kind, state, points, full_points, at)
     values ($1, $2, $3, $4, $5, $6, 'CREDITED', $7, $7, $8) on conflict do nothing`,
    [ctx.tenantId, newId(ctx.now.getTime()), key, playerId, seasonId, kind, points, ctx.now],
  )
  await post(ctx, [{ key, from: spent, to: accountOf(playerId), amount: points }])
}
