import { createMailing } from '#contracts/sharing/mailings.ts'
import { conflict } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import {
  readDetails,
  readRecurrence,
  usualLanguage,
  usualPeriod,
  validateRecurrence,
} from './mailing-input.ts'
import { plan, presentMailing, upcomingOf } from './mailing-row.ts'
import { setRecipients } from './recipients.ts'

const mostMailings = 100

const lockText = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
const countText = 'select count(*) as n from mailing where tenant_id = $1'

export default serve(createMailing)(async (ctx, { body }) => {
  const recurrence = readRecurrence(ctx, body, undefined)
  validateRecurrence(recurrence, ctx.now)
  const details = await readDetails(ctx, body, undefined)
  await ctx.run(lockText, [`${ctx.tenantId}:mailing`])
  const [count] = await ctx.run<{ n: number }>(countText, [ctx.tenantId])
  if ((count?.n ?? 0) >= mostMailings) throw conflict(`There are already ${mostMailings} mailings`)
  const id = newId(ctx.now.getTime())
  const row = await ctx.db
    .insertInto('mailing')
    .values({
      period: usualPeriod(body.rrule.toUpperCase()),
      format: 'MAIL',
      language: await usualLanguage(ctx),
      ...details,
      tenant_id: ctx.tenantId,
      id,
      name: body.name,
      contents: body.contents,
      rrule: recurrence.rrule ?? '',
      starts_at: recurrence.startsAt,
      time_zone: recurrence.timeZone,
      follows_zone: !body.timeZone,
      ...upcomingOf(recurrence, false, ctx.now),
      created_by: ctx.actor.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await setRecipients(ctx, id, body.recipients)
  await plan(ctx, id, row.next_at)
  return presentMailing(ctx, row)
})
