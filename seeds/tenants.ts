/** Tenants as the command line sees them: all of them, without being inside one. */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'

export interface KnownTenant {
  readonly id: string
  readonly slug: string
  readonly name: string
}

export const demoSlug = 'demo'

export const listTenants = async ({ databases }: Platform): Promise<KnownTenant[]> => {
  const { rows } = await databases.worker.query<KnownTenant>(
    "select id, slug, name from tenant where state <> 'ERASED' order by created_at, id",
  )
  return rows
}

/** Runs in one transaction of the tenant, as the system. */
export const asSystem = <T>(
  platform: Platform,
  tenantId: string,
  now: Date,
  work: (ctx: TenantContext) => Promise<T>,
): Promise<T> =>
  inTenant(platform.databases.app, tenantId, 'write', (transaction) =>
    work({
      ...transaction,
      platform,
      requestId: 'seed',
      now,
      tenantId,
      actor: { kind: 'SYSTEM', id: 'seed', name: 'Wellkept' },
    }),
  )
