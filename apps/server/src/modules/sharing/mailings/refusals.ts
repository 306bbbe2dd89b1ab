/** A recipient whose server refuses three emails in a row gets no more, and the team is notified once. */
import type { MailRefusal } from '#contracts/sharing/mailings.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { readersWith, readReaders } from '#server/platform/mail/members.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { findLocked, maxBounces } from './mailing-row.ts'
import { mailingRefused } from './mails/mailing-refused.ts'

export const refusedKind = 'mailing.refused'

/** Milliseconds; refusals of the same issue are combined into one notification. */
const gatherMs = 10 * 60_000

const takenText = `update mailing_recipient set bounces = 0, bounced_at = null, refusal = null
  where tenant_id = $1 and id = $2 and bounced_at is not null`
const refusedText = `update mailing_recipient set bounces = bounces + 1, bounced_at = $3, refusal = $4
  where tenant_id = $1 and id = $2 returning mailing_id, bounces`

/** The recipient's server accepted an email. */
export const recordAccepted = (ctx: TenantContext, recipientId: string): Promise<unknown> =>
  ctx.run(takenText, [ctx.tenantId, recipientId])

/** The recipient's server refused an email permanently. */
export const recordBounce = async (
  ctx: TenantContext,
  recipientId: string,
  why: MailRefusal,
): Promise<void> => {
  const [row] = await ctx.run<{ mailing_id: string; bounces: number }>(refusedText, [
    ctx.tenantId,
    recipientId,
    ctx.now,
    why,
  ])
  if (row && row.bounces >= maxBounces)
    await ctx.schedule(refusedKind, row.mailing_id, new Date(ctx.now.getTime() + gatherMs))
}

const unaskedText = `update mailing_recipient set bounced_at = $3, refusal = $4
  where tenant_id = $1 and id = $2 and confirmed_at is null`

/**
 * Result of a confirmation email. A refusal does not make the mailing FAILING, because nothing else is sent to that
 * address.
 */
export const recordConfirmationMail = async (
  ctx: TenantContext,
  recipientId: string,
  outcome: 'SENT' | { readonly refused: MailRefusal },
): Promise<void> => {
  if (outcome === 'SENT') await recordAccepted(ctx, recipientId)
  else await ctx.run(unaskedText, [ctx.tenantId, recipientId, ctx.now, outcome.refused])
}

// Unconfirmed recipients are left out: they get no issue that could be accepted, and have their own button to resend.
const resetText = `update mailing_recipient set bounces = 0, bounced_at = null, refusal = null, told_at = null
  where tenant_id = $1 and mailing_id = $2 and confirmed_at is not null`

/** When a mailing is resumed, refused addresses are tried again, and reported again if they still refuse. */
export const resetRefusals = (ctx: TenantContext, mailingId: string): Promise<unknown> =>
  ctx.run(resetText, [ctx.tenantId, mailingId])

const countText = `select count(*) filter (where bounces >= ${maxBounces} and told_at is null) as fresh,
    count(*) filter (where bounces >= ${maxBounces} and told_at is not null) as told,
    count(*) filter (where bounces < ${maxBounces} and confirmed_at is not null) as "left"
  from mailing_recipient where tenant_id = $1 and mailing_id = $2`
const notifiedText = `update mailing_recipient set told_at = $3
  where tenant_id = $1 and mailing_id = $2 and bounces >= ${maxBounces} and told_at is null`

/** Notifies the creator and the administrators when the first recipient is lost, and when the last one is. */
export const notifyOfRefusals: ScheduledJobHandler = async (ctx, mailingId) => {
  const row = await findLocked(ctx, mailingId)
  if (!row) return
  const [counts] = await ctx.run<{ fresh: number; told: number; left: number }>(countText, [
    ctx.tenantId,
    mailingId,
  ])
  if (!counts || counts.fresh === 0) return
  await ctx.run(notifiedText, [ctx.tenantId, mailingId, ctx.now])
  if (counts.told > 0 && counts.left > 0) return
  const readers = [
    ...(await readersWith(ctx, ['ADMIN'])),
    ...(row.created_by === null ? [] : await readReaders(ctx, [row.created_by])),
  ]
  await askEach(
    ctx,
    mailingRefused,
    [...new Set(readers.map(({ id }) => id))].map((userId) => ({ userId, mailingId })),
  )
}
