import { decideRedemption } from '#contracts/arena/admin.ts'
import { redemptionMoves } from '#contracts/arena/records.ts'
import { mayMove } from '#contracts/kit/states.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { tellPlayer } from '../news.ts'
import { type RedemptionRow, redemptionText } from '../play/redemptions.ts'
import { insertMovement } from '../points/entries.ts'
import { withNames } from './present-arena.ts'

const states = { APPROVE: 'APPROVED', HAND_OVER: 'HANDED_OVER', REJECT: 'REJECTED' } as const

export default serve(decideRedemption)(async (ctx, { params, body }) => {
  const [row] = await ctx.run<RedemptionRow>(
    `${redemptionText} where x.tenant_id = $1 and x.id = $2 for update of x`,
    [ctx.tenantId, params.id],
  )
  if (!row) throw notFound()
  const to = states[body.decision]
  if (!mayMove(redemptionMoves, row.state, to))
    throw invalid('body.decision', `a redemption that is ${row.state} cannot become ${to}`)
  if (to === 'REJECTED' && body.reason === undefined) throw invalid('body.reason', 'is needed to reject')
  const reason = body.reason ?? row.reason
  await ctx.run(
    'update arena_redemption set state = $3, reason = $4, decided_at = $5 where tenant_id = $1 and id = $2',
    [ctx.tenantId, row.id, to, reason, ctx.now],
  )
  if (to === 'REJECTED') {
    await ctx.run('update arena_reward set taken = taken - 1 where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      row.reward_id,
    ])
    await insertMovement(ctx, {
      key: `return:${row.id}`,
      playerId: row.player_id,
      seasonId: row.season_id,
      kind: 'RETURN',
      points: row.points,
    })
  }
  await tellPlayer(ctx, row.player_id, { kind: 'REDEMPTION', id: row.id })
  const [shown] = await withNames(ctx, [{ ...row, state: to, reason, decided_at: ctx.now }])
  if (!shown) throw notFound()
  return shown
})
