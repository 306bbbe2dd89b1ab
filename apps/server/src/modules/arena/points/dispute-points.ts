import { disputePoints } from '#contracts/arena.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { asPlayer } from '../profile/present-profile.ts'

const entryText = `select e.id, e.kind, s.state as season_state from arena_entry e
  left join arena_season s on s.tenant_id = $1 and s.id = e.season_id
  where e.tenant_id = $1 and e.id = $2 and e.player_id = $3`

export default serve(disputePoints)(async (given, { params, body }) => {
  const ctx = asPlayer(given)
  const [entry] = await ctx.run<{ id: string; kind: string; season_state: string | null }>(entryText, [
    ctx.tenantId,
    params.entryId,
    ctx.actor.id,
  ])
  if (!entry) throw notFound()
  if (entry.season_state === null || entry.season_state === 'CLOSED')
    throw invalid('entryId', 'the season of this line is closed')
  if (entry.kind === 'REDEMPTION' || entry.kind === 'RETURN')
    throw invalid('entryId', 'a reward is decided where it was asked for')
  const id = newId(ctx.now.getTime())
  const added = await ctx.run(
    `insert into arena_dispute (tenant_id, id, kind, player_id, entry_id, reason, at)
     values ($1, $2, 'POINTS', $3, $4, $5, $6) on conflict do nothing returning id`,
    [ctx.tenantId, id, ctx.actor.id, entry.id, body.reason, ctx.now],
  )
  if (added.length === 0) throw conflict('This line was disputed already')
  return { id, state: 'OPEN' as const, reason: body.reason, decision: null }
})
