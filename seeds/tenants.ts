/** Tenants for the command line, read outside of any tenant. */
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

const listOf = (tenants: readonly KnownTenant[]): string =>
  tenants.map(({ slug, name }) => `  ${slug}  ${name}`).join('\n')

/** @param lead a sentence before the list */
export const whichTenants = (lead: string, tenants: readonly KnownTenant[]): string =>
  tenants.length > 0
    ? `${lead}\n${listOf(tenants)}`
    : 'There is no tenant yet. Make the demo with `npx wellkept seed`, or register.'

/** The error text for an unknown tenant. */
export const noSuchTenant = (name: string, tenants: readonly KnownTenant[]): string =>
  whichTenants(`There is no tenant "${name}". There are:`, tenants)

/** @param name slug or id */
export const tenantNamed = (name: string, tenants: readonly KnownTenant[]): KnownTenant | undefined =>
  tenants.find(({ slug, id }) => slug === name || id === name)

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
