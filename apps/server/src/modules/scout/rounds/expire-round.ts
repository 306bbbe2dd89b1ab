/** Rounds expire: at their due time where nobody started them, else 72 hours after it. */
import type { RoundState } from '#contracts/scout/rounds.ts'
import type { TenantContext } from '#server/platform/context.ts'

const startedMs = 72 * 3600_000

const expireText = `update round set state = 'EXPIRED', expired_at = $3, changed_at = $4, version = version + 1
  where tenant_id = $1 and id = $2`

/** When the round expires in this state; undefined: it does not. */
const expiryOf = (state: RoundState, dueBy: Date): Date | undefined => {
  switch (state) {
    case 'SCHEDULED':
    case 'ACCEPTED':
      return dueBy
    case 'IN_PROGRESS':
    case 'PAUSED':
      return new Date(dueBy.getTime() + startedMs)
    case 'SUBMITTED':
    case 'REVIEWED':
    case 'DECLINED':
    case 'EXPIRED':
      return undefined
    default:
      return state satisfies never
  }
}

export const expireRound = async (ctx: TenantContext, id: string): Promise<void> => {
  const [round] = await ctx.run<{ state: RoundState; due_by: Date }>(
    'select state, due_by from round where tenant_id = $1 and id = $2 for update',
    [ctx.tenantId, id],
  )
  const at = round && expiryOf(round.state, round.due_by)
  if (!at) return
  if (at > ctx.now) await ctx.schedule('round.expires', id, at)
  else await ctx.run(expireText, [ctx.tenantId, id, at, ctx.now])
}
