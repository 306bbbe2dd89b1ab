/**
 * Each recipient's next digest is a scheduled job. It is planned anew where a cause says so (`ctx.schedule('digest.plan',
 * userId, now)`; an empty key: all of the tenant), and each that is sent plans the next.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { nextDigest } from './digest-time.ts'
import { type Recipient, readRecipients } from './recipients.ts'

export const digestPlan = 'digest.plan'
export const digestSend = 'digest.send'

const sentText = `select id, sent_on::text as day from digest where tenant_id = $1 and id = any($2::uuid[])`

// What is due already is about to be sent: moved, it would be lost.
const dueText = `select key from due_work where tenant_id = $1 and kind = '${digestSend}' and key = any($2::text[]) and due_at <= $3`

/** @param since what has come after it is not left out */
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
 * @param key a person; empty: all of the tenant
 * @param askedAt a digest whose time came while no worker did this is due at once
 */
export const planDigests = async (ctx: TenantContext, key: string, askedAt: Date): Promise<void> =>
  planEach(ctx, await readRecipients(ctx, key === '' ? undefined : key), askedAt)
