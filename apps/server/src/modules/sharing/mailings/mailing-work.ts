/** Work at a time of a mailing: its issue, what is left of one, and whom it does not reach. */
import type { DueHandler } from '#server/platform/work/due.ts'
import { forgetKind, issue } from './issue.ts'
import { dueKind, findLocked, plan, rhythmOf, upcomingOf } from './mailing-row.ts'
import { refusedKind, tellOfRefusals } from './refusals.ts'
import { forgetSending, forgetSendingKind } from './sendings.ts'

const upcomingText = 'update mailing set upcoming = $3, next_at = $4 where tenant_id = $1 and id = $2'

/** However long nothing ran, one issue leaves and not one for each time that was missed. */
const send: DueHandler = async (ctx, id) => {
  const row = await findLocked(ctx, id)
  const time = row?.upcoming.findLast((one) => one <= ctx.now)
  if (!row || row.paused || !time) return
  const { upcoming, next_at: next } = upcomingOf(rhythmOf(row), false, ctx.now)
  await ctx.run(upcomingText, [ctx.tenantId, id, upcoming, next])
  await plan(ctx, id, next)
  // Its days are those before its time, also where the first try failed and the next is on another day.
  await issue(ctx, row, time, null)
}

const forget: DueHandler = async (ctx, issueId) => {
  await ctx.run('delete from mailing_issue where tenant_id = $1 and id = $2', [ctx.tenantId, issueId])
}

export const mailingWork = {
  [dueKind]: send,
  [forgetKind]: forget,
  [forgetSendingKind]: forgetSending,
  [refusedKind]: tellOfRefusals,
}
