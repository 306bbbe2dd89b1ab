/** Requests a person's digest, once a day, and plans the next one. */

import type { TenantContext } from '#server/platform/context.ts'
import { readOnlyReason, type TenantStatusRow } from '#server/platform/gate/tenant-status.ts'
import { ask } from '#server/platform/mail/define.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { digest } from '../mails/digest.ts'
import { dayAt, dueToday } from './digest-time.ts'
import { planEach } from './plan-digests.ts'
import { readRecipients } from './recipients.ts'

const tenantText =
  'select time_zone, plan, state as tenant_state, state_message, trial_ends_at from tenant where id = $1'

// Neither two on one day of the reader, whose time zone may have changed, nor two about one day of the tenant.
const claimText = `insert into digest as d (tenant_id, id, sent_on, about) values ($1, $2, $3, $4)
  on conflict (tenant_id, id) do update set sent_on = excluded.sent_on, about = excluded.about
  where d.sent_on < excluded.sent_on and d.about < excluded.about returning id`

/** A digest more than three hours late is skipped until the next morning. */
export const sendDigest = async (ctx: TenantContext, userId: string): Promise<void> => {
  const [recipient] = await readRecipients(ctx, userId)
  if (!recipient) return
  const today = dueToday(recipient, ctx.now)
  const [tenant] = await ctx.run<TenantStatusRow & { time_zone: string }>(tenantText, [ctx.tenantId])
  // In a read-only tenant there is nothing to do about the news.
  if (today && tenant && readOnlyReason(tenant, ctx.platform.config, ctx.now) === undefined) {
    const about = dayAt(ctx.now, storedZone(tenant.time_zone)).subtract({ days: 1 }).toString()
    const claimed = await ctx.run(claimText, [ctx.tenantId, userId, today.day.toString(), about])
    if (claimed.length > 0) await ask(ctx, digest, { userId, about, until: today.until.toISOString() })
  }
  await planEach(ctx, [recipient], ctx.now)
}
