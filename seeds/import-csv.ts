/** `npx wellkept import FILE.csv`: places from a file into one tenant. */
import { readFile } from 'node:fs/promises'
import type { ImportReport } from '#contracts/admin/buildings.ts'
import { CsvFault, importPlaces as importIntoTenant } from '#server/modules/admin/buildings/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { recordDeed } from './operator.ts'
import { asSystem, demoSlug, type KnownTenant, listTenants } from './tenants.ts'

const maxLines = 20_000

/** A text for the terminal, without a stack. */
export class ImportError extends Error {}

/**
 * Lines with faults are reported and left out; the others are kept, in one transaction. A second run of the same file
 * changes nothing.
 * @throws ImportError where the text is no table, or where the tenant's plan does not allow that many places
 */
export const importPlaces = async (
  platform: Platform,
  tenantId: string,
  csv: string,
): Promise<ImportReport> => {
  try {
    return await asSystem(platform, tenantId, platform.clock.now(), async (ctx) => {
      const report = await importIntoTenant(ctx, csv, { dryRun: false, keepGood: true, maxLines })
      recordDeed(ctx, 'operator.importPlaces')
      return report
    })
  } catch (error) {
    if (error instanceof CsvFault) throw new ImportError(`This file cannot be imported: ${error.message}`)
    if (error instanceof ServiceError && error.code === 'PLAN_LIMIT_REACHED') {
      throw new ImportError(
        `Nothing was imported. ${error.message}. Choose a larger plan for this tenant (DEFAULT_PLAN for new ones).`,
      )
    }
    throw error
  }
}

/** The tenant of this slug; without a slug the only one, where the demo does not count beside another. */
const chooseTenant = (tenants: readonly KnownTenant[], slug: string | undefined): KnownTenant => {
  const list = tenants.map((tenant) => `  ${tenant.slug}  ${tenant.name}`).join('\n')
  if (slug !== undefined) {
    const named = tenants.find((tenant) => tenant.slug === slug)
    if (!named) throw new ImportError(`There is no tenant "${slug}". There are:\n${list}`)
    return named
  }
  const own = tenants.filter((tenant) => tenant.slug !== demoSlug)
  const [only, ...others] = own.length > 0 ? own : tenants
  if (!only)
    throw new ImportError(
      'There is no tenant yet. Make the demo with `npx wellkept seed`, or register, then import again.',
    )
  if (others.length > 0)
    throw new ImportError(`There are several tenants; say which with --tenant SLUG:\n${list}`)
  return only
}

/**
 * @param tenantSlug undefined: the only tenant
 * @param path of a UTF-8 file, with or without a byte order mark
 * @throws ImportError
 */
export const importFile = async (
  built: { readonly platform: Platform },
  tenantSlug: string | undefined,
  path: string,
): Promise<ImportReport> => {
  let csv: string
  try {
    csv = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    throw new ImportError(
      error instanceof TypeError
        ? `${path} is not UTF-8 text; save it as "CSV UTF-8"`
        : `${path} cannot be read`,
    )
  }
  const tenant = chooseTenant(await listTenants(built.platform), tenantSlug)
  return importPlaces(built.platform, tenant.id, csv.replaceAll('\0', ''))
}
