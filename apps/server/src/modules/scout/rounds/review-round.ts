import { reviewRound } from '#contracts/scout/admin-rounds.ts'
import { rejectFindings } from '#server/modules/scout/findings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { ask } from '#server/platform/mail/define.ts'
import { roundReturned } from './mails/round-returned.ts'
import { presentAdminRound } from './present-round.ts'

const hourMs = 3600_000
/** A returned round is due so long after its return at the earliest. */
const leastMs = 48 * hourMs
/** A started round expires so long after it is due. */
const expiryMs = 72 * hourMs

const acceptText = `update round set state = 'REVIEWED', reviewed_at = $3, reviewer_kind = $4, reviewer_id = $5, reviewer_name = $6,
    changed_at = $3, version = version + 1 where tenant_id = $1 and id = $2`
const returnText = `update round set state = 'IN_PROGRESS', returned_at = $3, return_reason = $4, submitted_at = null,
    due_by = $5, changed_at = $3, version = version + 1 where tenant_id = $1 and id = $2`

interface Locked {
  readonly state: string
  readonly due_by: Date
}

/** @throws ServiceError NOT_FOUND, VALIDATION_ERROR */
const lockSubmitted = async (ctx: StaffContext, id: string): Promise<Locked> => {
  const [round] = await ctx.run<Locked>(
    'select state, due_by from round where tenant_id = $1 and id = $2 for update',
    [ctx.tenantId, id],
  )
  if (!round) throw notFound()
  if (round.state !== 'SUBMITTED') throw invalid('id', `the round is ${round.state}, not SUBMITTED`)
  return round
}

export default serve(reviewRound)(async (ctx, { params: { id }, body }) => {
  const { decision, reason, rejectFindings: rejected = [] } = body
  // The job of its expiry first, in the worker's lock order.
  await ctx.cancel('round.expires', id)
  const round = await lockSubmitted(ctx, id)
  auditBefore(ctx, await presentAdminRound(ctx, id), ['state', 'returned'])
  await rejectFindings(ctx, id, rejected)
  if (decision === 'ACCEPT') {
    const { kind, id: reviewer, name } = ctx.actor
    await ctx.run(acceptText, [ctx.tenantId, id, ctx.now, kind, reviewer, name])
  } else {
    if (reason === undefined) throw invalid('body.reason', 'is needed to return a round')
    const dueBy = new Date(Math.max(round.due_by.getTime(), ctx.now.getTime() + leastMs))
    await ctx.run(returnText, [ctx.tenantId, id, ctx.now, reason, dueBy])
    await ctx.schedule('round.expires', id, new Date(dueBy.getTime() + expiryMs))
    await ask(ctx, roundReturned, { roundId: id })
  }
  return presentAdminRound(ctx, id)
})
