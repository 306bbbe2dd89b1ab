/** A fallback: schedules webhooks whose scheduled job is missing. */
import type { CronJob } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { webhookChannel } from './channel.ts'
import { sendKind } from './record-deliveries.ts'

const enabledText =
  'select tenant_id, array_agg(id) as ids from webhook where enabled and deleted_at is null group by tenant_id'

export const webhookRetry: CronJob = {
  name: 'webhook-retry',
  cron: '*/10 * * * *',
  run: async (platform) => {
    const { rows } = await platform.databases.worker.query<{ tenant_id: string; ids: string[] }>(enabledText)
    for (const { tenant_id: tenantId, ids } of rows)
      await tenantContextFor(
        platform,
        tenantId,
        'webhook-retry',
        newId(Date.now()),
      )(async (ctx) => {
        for (const id of ids) await ctx.scheduleNoLaterThan(sendKind, id, ctx.now)
      })
    await runDueJobsOfKinds(platform, new Map([[sendKind, webhookChannel.sendDue]]))
  },
}
