/** The time of a person's digest has come: its mail is asked for, once a day, and the next one is planned. */

import type { TenantContext } from '#server/platform/context.ts'
import { readOnlyReason, type TenantState } from '#server/platform/gate/read-only.ts'
import { ask } from '#server/platform/mail/define.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { digest } from '../mails/digest.ts'
import { dayAt, dueToday } from './digest-time.ts'
import { planEach } from './plan-digests.ts'
import { readRecipients } from './recipients.ts'

const tenantText = 'select time_zone, plan, state as tenant_state, trial_ends_at from tenant where id = $1'

// Neither two on one day of the reader, whose zone may have changed, nor two about one day of the tenant.
const claimText = `insert into digest as d (tenant_id, id, sent_on, about) values ($1, $2, $3, $4)
  on conflict (tenant_id, id) do update set sent_on = excluded.sent_on, about = excluded.about
  where d.sent_on < excluded.sent_on and d.about < excluded.about returning id`

/** What is more than three hours late is left out: the next one comes in the morning. */
export const sendDigest = async (ctx: TenantContext, userId: string): Promise<void> => {
  const [recipient] = await readRecipients(ctx, userId)
  if (!recipient) return
  const today = dueToday(recipient, ctx.now)
  const [tenant] = await ctx.run<TenantState & { time_zone: string }>(tenantText, [ctx.tenantId])
  // Where nobody may work, nothing moves that they could see to.
  if (today && tenant && readOnlyReason(tenant, ctx.platform.config, ctx.now) === undefined) {
    const about = dayAt(ctx.now, storedZone(tenant.time_zone)).subtract({ days: 1 }).toString()
    const claimed = await ctx.run(claimText, [ctx.tenantId, userId, today.day.toString(), about])
    if (claimed.length > 0) await ask(ctx, digest, { userId, about, until: today.until.toISOString() })
  }
  await planEach(ctx, [recipient], ctx.now)
}
