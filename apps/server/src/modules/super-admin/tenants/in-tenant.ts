/** Reads of one tenant by a super admin, as Wellkept itself. */
import type { PlatformContext, TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { notFound } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'

/** @throws ServiceError NOT_FOUND for what is no id */
export const readInTenant = <T>(
  { platform, requestId, now }: PlatformContext,
  tenantId: string,
  work: (ctx: TenantContext) => Promise<T>,
): Promise<T> => {
  if (!isUuid(tenantId)) throw notFound()
  return inTenant(platform.databases.app, tenantId, 'read', (transaction) =>
    work({
      ...transaction,
      platform,
      requestId,
      now,
      tenantId,
      actor: { kind: 'SYSTEM', id: 'platform', name: 'Wellkept' },
    }),
  )
}
