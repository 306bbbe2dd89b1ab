/**
 * Safety events and all that follows from them are urgent: events and scheduled jobs written after `markUrgent` in
 * a transaction are marked by default, and run during maintenance (decision 0072).
 */
import type { TenantTransaction } from '../db/tenant-db.ts'

export const markUrgent = async ({ run }: Pick<TenantTransaction, 'run'>): Promise<void> => {
  await run("select set_config('app.urgent', 'on', true)", [])
}
