/** Contexts for work of Wellkept itself in a tenant: subscribers and jobs. */
import type { Actor, Platform, TenantContext } from '../context.ts'
import { inTenant } from '../db/tenant-db.ts'
import { markUrgent } from './urgent.ts'

const actorOf = (name: string): Actor => ({ kind: 'SYSTEM', id: name, name: 'Wellkept' })

/** @param urgent what it writes is handled during maintenance too */
export const tenantContextFor = (
  platform: Platform,
  tenantId: string,
  name: string,
  requestId: string,
  urgent = false,
) => {
  const now = platform.clock.now()
  return <T>(work: (ctx: TenantContext) => Promise<T>): Promise<T> =>
    inTenant(platform.databases.jobs, tenantId, 'write', async (transaction) => {
      if (urgent) await markUrgent(transaction)
      return work({ ...transaction, platform, requestId, now, tenantId, actor: actorOf(name) })
    })
}
