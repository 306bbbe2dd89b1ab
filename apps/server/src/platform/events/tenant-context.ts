/** Work of Wellkept itself inside a tenant: of subscribers and schedules. */
import type { Actor, Platform, TenantContext } from '../context.ts'
import { inTenant } from '../db/tenant-db.ts'
import { markUrgent } from './urgent.ts'

const actorOf = (name: string): Actor => ({ kind: 'SYSTEM', id: name, name: 'Wellkept' })

/** @param urgent what it writes goes on during maintenance too */
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
