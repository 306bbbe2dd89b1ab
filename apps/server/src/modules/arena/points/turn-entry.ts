/** What a dispute that is reversed does to a line. */
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { creditEntries, type EntryRow, reverseEntries } from './entries.ts'
import { accountOf, issued, post } from './ledger.ts'

type Line = EntryRow & { readonly reverses: string | null }

const lockText = `select * from arena_entry where tenant_id = $1 and (id = $2 or reverses = $2) for update`

const setLine = (ctx: TenantContext, id: string, state: string, points: number): Promise<unknown> =>
  ctx.run('update arena_entry set state = $3, points = $4 where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    id,
    state,
    points,
  ])

const give = (ctx: TenantContext, line: Line, amount: number): Promise<void> =>
  post(ctx, [{ key: `dispute:${line.id}`, from: issued, to: accountOf(line.player_id), amount }])

/** A reversal is taken back, and what it reversed is credited again. */
const undoReversal = async (ctx: TenantContext, reversal: Line, reversedId: string): Promise<void> => {
  if (reversal.state !== 'CREDITED') return
  await setLine(ctx, reversal.id, 'REVERSED', 0)
  await ctx.run(`update arena_entry set state = 'CREDITED' where tenant_id = $1 and id = $2`, [
    ctx.tenantId,
    reversedId,
  ])
  await give(ctx, reversal, -reversal.points)
}

/** What a cap took is given. */
const liftCap = async (ctx: TenantContext, line: Line): Promise<void> => {
  await setLine(ctx, line.id, line.state, line.full_points)
  if (line.state === 'CREDITED') await give(ctx, line, line.full_points - line.points)
}

/** Credited becomes reversed and the other way round; a capped line becomes full. @throws ServiceError NOT_FOUND */
export const turnEntry = async (ctx: TenantContext, entryId: string): Promise<void> => {
  const lines = await ctx.run<Line>(lockText, [ctx.tenantId, entryId])
  const line = lines.find(({ id }) => id === entryId)
  if (!line) throw notFound()
  if (line.reverses !== null) return undoReversal(ctx, line, line.reverses)
  if (line.state !== 'REVERSED')
    return line.points < line.full_points ? liftCap(ctx, line) : reverseEntries(ctx, [line])
  const reversal = lines.find(({ reverses }) => reverses === entryId)
  if (reversal) return undoReversal(ctx, reversal, entryId)
  // It was reversed while it was pending, so it never had a movement.
  await setLine(ctx, line.id, 'PENDING', line.full_points)
  await creditEntries(ctx, [{ ...line, points: line.full_points }])
}
