/** Numbers and results of each sending, shown with its mailing. */
import type { MailingSending, MailRefusal } from '#contracts/sharing/mailings.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'

export const forgetSendingKind = 'mailing.forget_sending'
const shown = 20
const day = 86_400_000
/** Emails are retried for hours; an issue older than this is no longer sent. */
export const issueKeptMs = 3 * day
/** Thirteen months, so that the same month of last year can be compared. */
const keptMs = 396 * day

const noteText = `insert into mailing_sending (tenant_id, id, mailing_id, at, period_from, period_to, recipients)
  select tenant_id, id, mailing_id, $3, period_from, period_to, $4 from mailing_issue where tenant_id = $1 and id = $2
  returning 1`

/** @param recipients how many get this issue, at least one */
export const recordSending = async (
  ctx: TenantContext,
  issueId: string,
  recipients: number,
): Promise<void> => {
  await ctx.run(noteText, [ctx.tenantId, issueId, ctx.now, recipients])
  await ctx.schedule(forgetSendingKind, issueId, new Date(ctx.now.getTime() + keptMs))
}

export const deleteSending: ScheduledJobHandler = async (ctx, issueId) => {
  await ctx.run('delete from mailing_sending where tenant_id = $1 and id = $2', [ctx.tenantId, issueId])
}

// An email may be sent twice if a sender died, so results are capped at the number of recipients.
const deliveredText = `update mailing_sending set delivered = delivered + 1
  where tenant_id = $1 and id = $2 and delivered + refused < recipients`
const refusedText = `update mailing_sending set refused = refused + 1,
    reasons = reasons || jsonb_build_object($3::text, coalesce((reasons ->> $3)::int, 0) + 1)
  where tenant_id = $1 and id = $2 and delivered + refused < recipients`

export const recordDelivered = (ctx: TenantContext, issueId: string): Promise<unknown> =>
  ctx.run(deliveredText, [ctx.tenantId, issueId])

export const recordRefused = (ctx: TenantContext, issueId: string, reason: MailRefusal): Promise<unknown> =>
  ctx.run(refusedText, [ctx.tenantId, issueId, reason])

interface SendingRow {
  mailing_id: string
  at: Date
  from: string
  to: string
  recipients: number
  delivered: number
  refused: number
  reasons: Partial<Record<MailRefusal, number>>
}

const text = `select s.* from unnest($2::uuid[]) as m (id)
  cross join lateral (
    select mailing_id, at, period_from::text as "from", period_to::text as "to", recipients, delivered, refused, reasons
    from mailing_sending where tenant_id = $1 and mailing_id = m.id order by at desc limit ${shown}) s`

const present = (
  { at, from, to, recipients, delivered, refused, reasons }: SendingRow,
  now: Date,
): MailingSending => {
  const open = recipients - delivered - refused
  const isOver = now.getTime() - at.getTime() >= issueKeptMs
  return {
    at: at.toISOString(),
    from,
    to,
    recipients,
    delivered,
    refused,
    waiting: isOver ? 0 : open,
    unsent: isOver ? open : 0,
    reasons: Object.entries(reasons)
      .map(([reason, count]) => ({ reason: reason as MailRefusal, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  }
}

/** The last sending of each mailing, in one statement for all. */
export const sendingsOf = async (
  ctx: TenantContext,
  mailingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly MailingSending[]>> => {
  const rows = await ctx.run<SendingRow>(text, [ctx.tenantId, mailingIds])
  return new Map(
    [...Map.groupBy(rows, ({ mailing_id: id }) => id)].map(([id, some]) => [
      id,
      some.map((row) => present(row, ctx.now)),
    ]),
  )
}
