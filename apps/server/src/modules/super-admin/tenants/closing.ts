/** What happens on the way to the erasure of a tenant that is closing. */

import { cancelSubscriptions } from '#server/modules/billing/public.ts'
import { forgetPartner } from '#server/modules/sharing/public.ts'
import type { CronJob, Platform, TenantContext } from '#server/platform/context.ts'
import { eraseTenant } from '#server/platform/erase-tenant.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { appendNote } from '../audit/append.ts'
import { inPlatform } from '../in-platform.ts'
import { tellAdmins } from '../mails/tenant-notice.ts'

const day = 86_400_000
export const closingDays = 30
/** Days before the erasure on which the administrators are reminded; also the keys of the jobs. */
const reminders = [7, 1]
export const reminderKind = 'tenant.closing_reminder'

export const scheduleReminders = (ctx: TenantContext, eraseAt: Date): Promise<void> =>
  ctx.scheduleEach(
    reminderKind,
    new Map(reminders.map((days) => [String(days), new Date(eraseAt.getTime() - days * day)])),
  )

export const cancelReminders = (ctx: TenantContext): Promise<void> =>
  ctx.cancelEach(reminderKind, reminders.map(String))

const closingText = "select erase_at from tenant where id = $1 and state = 'CLOSING'"

export const remind: ScheduledJobHandler = async (ctx) => {
  const [row] = await ctx.run<{ erase_at: Date | null }>(closingText, [ctx.tenantId])
  if (row?.erase_at && row.erase_at > ctx.now) await tellAdmins(ctx, 'CLOSING')
}

/** Due, or begun by a process that was killed. */
const dueText = `select id from tenant
  where (state = 'CLOSING' and erase_at <= $1) or (state = 'ERASED' and slug <> 'erased-' || id::text) order by id`

/** @returns rows and files that are gone */
export const erase = async (platform: Platform, tenantId: string) => {
  await cancelSubscriptions(platform, tenantId)
  await forgetPartner(platform, tenantId)
  const erased = await eraseTenant(platform, tenantId)
  await inPlatform(platform, (run) =>
    appendNote(run, platform.keys, {
      at: platform.clock.now(),
      actor: { id: null, email: 'Wellkept' },
      action: 'tenantErased',
      target: tenantId,
      requestId: 'erasure',
      changes: [{ field: 'rows', from: erased.rows, to: 0 }],
    }),
  )
  return erased
}

/**
 * Erasure has no scheduled job of the tenant: that would be one of the rows to erase, locked while it runs. Due ones are
 * few and found by an index.
 */
export const eraseDue: CronJob = {
  name: 'tenant.erase',
  cron: '*/5 * * * *',
  run: async (platform) => {
    const { rows } = await platform.databases.worker.query<{ id: string }>(dueText, [platform.clock.now()])
    for (const { id } of rows) await erase(platform, id)
  },
}
