import { updateMailing } from '#contracts/sharing/mailings.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { zoneToStore } from '#server/platform/stored-zone.ts'
import { readDetails, readRecurrence, validateRecurrence } from './mailing-input.ts'
import { lockMailing, plan, presentMailing, recurrenceOf, upcomingOf } from './mailing-row.ts'
import { askAgain, setRecipients } from './recipients.ts'
import { resetRefusals } from './refusals.ts'

export default serve(updateMailing)(async (ctx, { params, body }) => {
  const before = await lockMailing(ctx, params.id)
  requireVersion(ctx, before.version)
  const shown = await presentMailing(ctx, before)
  auditBefore(ctx, shown)
  const former = recurrenceOf(before)
  const recurrence = readRecurrence(ctx, body, former)
  const paused = body.state === undefined ? before.paused : body.state === 'PAUSED'
  const isAnother = JSON.stringify(recurrence) !== JSON.stringify(former)
  // A mailing without further dates may be renamed, but not resumed.
  if (isAnother || (before.paused && !paused)) validateRecurrence(recurrence, ctx.now)
  const row = await ctx.db
    .updateTable('mailing')
    .set({
      ...(await readDetails(ctx, body, shown)),
      rrule: recurrence.rrule ?? '',
      starts_at: recurrence.startsAt,
      time_zone: zoneToStore(before.time_zone, body.timeZone === undefined ? undefined : recurrence.timeZone),
      follows_zone: body.timeZone === undefined ? before.follows_zone : body.timeZone === null,
      paused,
      ...upcomingOf(recurrence, paused, ctx.now),
      updated_at: ctx.now,
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (body.recipients) await setRecipients(ctx, row.id, body.recipients)
  if (body.askAgain) await askAgain(ctx, row.id, body.askAgain)
  if (body.state === 'ACTIVE') await resetRefusals(ctx, row.id)
  await plan(ctx, row.id, row.next_at)
  return presentMailing(ctx, row)
})
