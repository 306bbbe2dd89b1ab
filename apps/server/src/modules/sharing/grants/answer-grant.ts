import { answerGrant } from '#contracts/sharing/grants.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentGrant, readGrant, stateOf } from './grant-row.ts'

interface ReceivedGrantRow {
  giver_id: string
  until: Date
  accepted_at: Date | null
  ended_at: Date | null
}

const lockText = `select giver_id, until, accepted_at, ended_at from grant_received
  where tenant_id = $1 and id = $2 for no key update`
const acceptText = 'update grant_received set accepted_at = $3 where tenant_id = $1 and id = $2'
const declineText = 'update grant_received set ended_at = $3 where tenant_id = $1 and id = $2'

export default serve(answerGrant)(async (ctx, { params, body }) => {
  // Only received grants can be answered, not the giver's own offer.
  const [row] = await ctx.run<ReceivedGrantRow>(lockText, [ctx.tenantId, params.id])
  if (!row) throw notFound()
  const state = stateOf(row, ctx.now)
  if (state !== 'OFFERED') throw invalid('params.id', `a grant that is ${state} can no longer be answered`)
  if (body?.accept ?? true) {
    await ctx.run(acceptText, [ctx.tenantId, params.id, ctx.now])
    await emit(ctx, 'internal.grant_accepted', { grantId: params.id, otherId: row.giver_id })
  } else {
    await ctx.run(declineText, [ctx.tenantId, params.id, ctx.now])
    await emit(ctx, 'internal.grant_ended', {
      grantId: params.id,
      direction: 'RECEIVED',
      otherId: row.giver_id,
      slug: null,
    })
  }
  return presentGrant(await readGrant(ctx, params.id), ctx.now)
})
