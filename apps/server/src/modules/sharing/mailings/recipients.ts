/** Recipients of a mailing: each gets one confirmation email, and nothing else before they confirm. */
import type { TenantContext } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { mailingConfirm } from './mails/mailing-confirm.ts'

const day = 86_400_000
/** Protects mailboxes from somebody who removes and adds an address repeatedly. */
const maxAsksPerDay = 3

const lockText = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
const forgetText = 'delete from mailing_ask where tenant_id = $1 and at < $2'
const countText = `select address, count(*) as n from mailing_ask where tenant_id = $1 and address = any($2::text[])
  and at >= $3 group by address`
const noteText = `insert into mailing_ask (tenant_id, id, address, at)
  select $1, row.id, row.address, $4 from unnest($2::uuid[], $3::text[]) as row (id, address)
  returning 1`

/** @throws ServiceError CONFLICT for an address that got three confirmation emails in a day */
const recordAsks = async (ctx: TenantContext, emails: readonly string[]): Promise<void> => {
  const since = new Date(ctx.now.getTime() - day)
  const addresses = emails.map((email) => ctx.platform.keys.mac('mailing-ask', `${ctx.tenantId}:${email}`))
  await ctx.run(lockText, [`${ctx.tenantId}:mailing-ask`])
  await ctx.run(forgetText, [ctx.tenantId, since])
  const counts = await ctx.run<{ address: string; n: number }>(countText, [ctx.tenantId, addresses, since])
  const often = counts.find(({ n }) => n >= maxAsksPerDay)
  if (often)
    throw conflict(
      `${emails[addresses.indexOf(often.address)]} was asked ${maxAsksPerDay} times today; try again tomorrow`,
    )
  await ctx.run(noteText, [ctx.tenantId, emails.map(() => newId(ctx.now.getTime())), addresses, ctx.now])
}

const removeText = `delete from mailing_recipient where tenant_id = $1 and mailing_id = $2 and email <> all($3::text[])`
const knownText =
  'select id, email, confirmed_at, asked_at from mailing_recipient where tenant_id = $1 and mailing_id = $2'
const addText = `insert into mailing_recipient (tenant_id, id, mailing_id, email, asked_at)
  select $1, row.id, $2, row.email, $5 from unnest($3::uuid[], $4::text[]) as row (id, email)
  returning 1`
const againText = `update mailing_recipient set asked_at = $3, bounced_at = null, refusal = null
  where tenant_id = $1 and id = any($2::uuid[])`

interface KnownRecipient {
  id: string
  email: string
  confirmed_at: Date | null
  asked_at: Date
}

/**
 * Replaces the recipients. New ones get a confirmation email; those unconfirmed for a day get another.
 * @throws ServiceError CONFLICT
 */
export const setRecipients = async (
  ctx: TenantContext,
  mailingId: string,
  given: readonly string[],
): Promise<void> => {
  const emails = [...new Set(given)]
  await ctx.run(removeText, [ctx.tenantId, mailingId, emails])
  const known = await ctx.run<KnownRecipient>(knownText, [ctx.tenantId, mailingId])
  const fresh = emails
    .filter((email) => !known.some((one) => one.email === email))
    .map((email) => ({ id: newId(ctx.now.getTime()), email }))
  const silent = known.filter(
    ({ confirmed_at: confirmed, asked_at: asked }) =>
      confirmed === null && ctx.now.getTime() - asked.getTime() >= day,
  )
  const toAsk = [...fresh, ...silent]
  if (toAsk.length === 0) return
  await recordAsks(
    ctx,
    toAsk.map(({ email }) => email),
  )
  await ctx.run(addText, [
    ctx.tenantId,
    mailingId,
    fresh.map(({ id }) => id),
    fresh.map(({ email }) => email),
    ctx.now,
  ])
  await ctx.run(againText, [ctx.tenantId, silent.map(({ id }) => id), ctx.now])
  await askEach(
    ctx,
    mailingConfirm,
    toAsk.map(({ id }) => ({ recipientId: id })),
  )
}

/**
 * Sends another confirmation email to the unconfirmed among them.
 * @throws ServiceError VALIDATION_ERROR for somebody who is no recipient, CONFLICT
 */
export const askAgain = async (
  ctx: TenantContext,
  mailingId: string,
  emails: readonly string[],
): Promise<void> => {
  const known = await ctx.run<KnownRecipient>(knownText, [ctx.tenantId, mailingId])
  const strange = emails.findIndex((email) => !known.some((one) => one.email === email))
  if (strange !== -1) throw invalid(`body.askAgain.${strange}`, 'is not among the recipients')
  const toAsk = known.filter(
    ({ email, confirmed_at: confirmed }) => confirmed === null && emails.includes(email),
  )
  if (toAsk.length === 0) return
  await recordAsks(
    ctx,
    toAsk.map(({ email }) => email),
  )
  await ctx.run(againText, [ctx.tenantId, toAsk.map(({ id }) => id), ctx.now])
  await askEach(
    ctx,
    mailingConfirm,
    toAsk.map(({ id }) => ({ recipientId: id })),
  )
}
