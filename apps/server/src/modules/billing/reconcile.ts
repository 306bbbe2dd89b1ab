/** Reads every customer again: heals what no event told. */
import type { CronJob } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { readCustomer } from './read-customer.ts'

export const reconcile: CronJob = {
  name: 'billing-reconcile',
  cron: '41 4 * * *',
  run: async (platform) => {
    if (!platform.config.stripe) return
    const { rows } = await platform.databases.worker.query<{ tenant_id: string }>(
      'select tenant_id from billing_customer order by tenant_id',
    )
    let failed = 0
    for (const { tenant_id: tenantId } of rows)
      await readCustomer(platform, tenantId, newId(platform.clock.now().getTime())).catch(
        (error: unknown) => {
          failed++
          platform.log.warn(
            { err: error, tenantId },
            'A customer could not be read; the next run tries again',
          )
        },
      )
    if (failed > 0) throw new Error(`${failed} of ${rows.length} customers could not be read`)
  },
}
