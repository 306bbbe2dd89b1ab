/** A transaction on the platform's own tables, without a tenant. */
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import type { Run } from './audit/append.ts'

/** The id of no tenant, so that row security shows none. */
export const noTenant = '00000000-0000-7000-8000-000000000000'

export const inPlatform = <T>(platform: Platform, work: (run: Run) => Promise<T>): Promise<T> =>
  inTenant(platform.databases.app, noTenant, 'write', (transaction) => {
    transaction.skipInvalidation()
    return work(transaction.run)
  })
