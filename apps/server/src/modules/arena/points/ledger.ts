/** The ledger: movements of points in double entry. Only this file writes lines. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

/** Points that go from one account to another; the two lines of a movement sum to 0. */
export interface Movement {
  /** what it is for; a second movement with the same key changes nothing */
  readonly key: string
  readonly from: string
  readonly to: string
  readonly amount: number
}

export const accountOf = (playerId: string): string => `player:${playerId}`
export const issued = 'issued'
export const spent = 'spent'

const insertText = `insert into arena_line (tenant_id, id, key, account, amount, at)
  select $1, row.id, row.key, row.account, row.amount, $2
  from unnest($3::uuid[], $4::text[], $5::text[], $6::int[]) as row (id, key, account, amount)
  on conflict do nothing`

/** Writes each movement once. */
export const post = async (ctx: TenantContext, movements: readonly Movement[]): Promise<void> => {
  const lines = movements
    .filter(({ amount }) => amount !== 0)
    .flatMap(({ key, from, to, amount }) => [
      { key, account: to, amount },
      { key, account: from, amount: -amount },
    ])
  if (lines.length === 0) return
  await ctx.run(insertText, [
    ctx.tenantId,
    ctx.now,
    lines.map(() => newId(ctx.now.getTime())),
    lines.map(({ key }) => key),
    lines.map(({ account }) => account),
    lines.map(({ amount }) => amount),
  ])
}

/** Points that a player may spend; below 0 where a reversal came after they were spent. */
export const balanceOf = async (ctx: TenantContext, playerId: string): Promise<number> => {
  const [row] = await ctx.run<{ balance: number }>(
    'select coalesce(sum(amount), 0)::int as balance from arena_line where tenant_id = $1 and account = $2',
    [ctx.tenantId, accountOf(playerId)],
  )
  return row?.balance ?? 0
}
