/**
 * What endangers people is urgent, and so is all that it sets off: events and scheduled jobs that a transaction writes once it
 * is marked here have it as their default. Urgent work goes on during maintenance (decision 0072).
 */
import type { TenantTransaction } from '../db/tenant-db.ts'

export const markUrgent = async ({ run }: Pick<TenantTransaction, 'run'>): Promise<void> => {
  await run("select set_config('app.urgent', 'on', true)", [])
}
