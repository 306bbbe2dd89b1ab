import { decideDispute } from '#contracts/arena/admin.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { tellPlayer } from '../news.ts'
import { turnEntry } from '../points/turn-entry.ts'

interface DisputeRow {
  id: string
  kind: 'POINTS' | 'KUDOS'
  player_id: string
  entry_id: string | null
  kudos_id: string | null
  state: 'OPEN' | 'UPHELD' | 'REVERSED'
  reason: string
}

const lockText = `select id, kind, player_id, entry_id, kudos_id, state, reason from arena_dispute
  where tenant_id = $1 and id = $2 for update`

/** Upheld kudos are shown again; those that are reversed stay hidden. */
const decideKudos = async (ctx: StaffContext, id: string, upheld: boolean): Promise<void> => {
  if (!upheld) return
  await ctx.run('update arena_kudos set hidden_at = null where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    id,
  ])
}

export default serve(decideDispute)(async (ctx, { params, body }) => {
  const [dispute] = await ctx.run<DisputeRow>(lockText, [ctx.tenantId, params.id])
  if (!dispute) throw notFound()
  if (dispute.state !== 'OPEN') throw invalid('body.decision', 'this was decided already')
  const upheld = body.decision === 'UPHOLD'
  const state = upheld ? 'UPHELD' : 'REVERSED'
  if (dispute.kudos_id !== null) await decideKudos(ctx, dispute.kudos_id, upheld)
  if (dispute.entry_id !== null && !upheld) await turnEntry(ctx, dispute.entry_id)
  await ctx.run(
    'update arena_dispute set state = $3, decision_reason = $4, decided_at = $5 where tenant_id = $1 and id = $2',
    [ctx.tenantId, dispute.id, state, body.reason, ctx.now],
  )
  await tellPlayer(ctx, dispute.player_id, { kind: 'DISPUTE', id: dispute.id })
  return {
    id: dispute.id,
    state,
    reason: dispute.reason,
    decision: { reason: body.reason, at: ctx.now.toISOString() },
  } as const
})
