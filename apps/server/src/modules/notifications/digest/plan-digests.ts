/**
 * Each recipient's next digest is a scheduled job. It is planned again when something changes it
 * (`ctx.schedule('digest.plan', userId, now)`; an empty key: the whole tenant), and each digest that is sent plans
 * the next.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { nextDigest } from './digest-time.ts'
import { type Recipient, readRecipients } from './recipients.ts'

export const digestPlan = 'digest.plan'
export const digestSend = 'digest.send'

const sentText = `select id, sent_on::text as day from digest where tenant_id = $1 and id = any($2::uuid[])`

// Due digests are about to be sent; moving their job would lose them.
const dueText = `select key from due_work where tenant_id = $1 and kind = '${digestSend}' and key = any($2::text[]) and due_at <= $3`

/** @param since digests due after this time are not skipped */
export const planEach = async (
  ctx: TenantContext,
  recipients: readonly Recipient[],
  since: Date,
): Promise<void> => {
  const ids = recipients.map(({ id }) => id)
  const sent = await ctx.run<{ id: string; day: string }>(sentText, [ctx.tenantId, ids])
  const due = await ctx.run<{ key: string }>(dueText, [ctx.tenantId, ids, ctx.now])
  const days = new Map(sent.map(({ id, day }) => [id, Temporal.PlainDate.from(day)]))
  const leaving = new Set(due.map(({ key }) => key))
  await ctx.scheduleEach(
    digestSend,
    new Map(
      recipients
        .filter(({ id }) => !leaving.has(id))
        .map((one) => [one.id, nextDigest(one, since, days.get(one.id))]),
    ),
  )
}

/**
 * @param key a person; empty: the whole tenant
 * @param askedAt time of the request: a digest that became due since is due at once
 */
export const planDigests = async (ctx: TenantContext, key: string, askedAt: Date): Promise<void> =>
  planEach(ctx, await readRecipients(ctx, key === '' ? undefined : key), askedAt)
