/** `npx wellkept import FILE.csv`: imports places into a tenant. */
import { readFile } from 'node:fs/promises'
import { encodingOf, isSpreadsheet } from '#contracts/kit/table-bytes.ts'
import type { ImportLine, ImportReport } from '#contracts/places/buildings.ts'
import { CsvFault, importPlaces as importIntoTenant } from '#server/modules/places/buildings/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { isOfNumbersOnly } from './demo/platform.ts'
import { recordOperatorAction } from './operator.ts'
import {
  asSystem,
  demoSlug,
  type KnownTenant,
  listTenants,
  noSuchTenant,
  tenantNamed,
  whichTenants,
} from './tenants.ts'

const maxLines = 20_000

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
}

/** An error shown without a stack trace. */
export class ImportError extends Error {}

/**
 * Lines with errors are reported and skipped; the others are saved in one transaction. Importing the file again
 * changes nothing.
 * @throws ImportError if the text is not a table, or the plan does not allow that many places
 */
export const importPlaces = async (
  platform: Platform,
  tenantId: string,
  csv: string,
): Promise<ImportReport> => {
  try {
    return await asSystem(platform, tenantId, platform.clock.now(), async (ctx) => {
      const report = await importIntoTenant(ctx, csv, { dryRun: false, keepGood: true, maxLines })
      recordOperatorAction(ctx, 'operator.importPlaces')
      return report
    })
  } catch (error) {
    if (error instanceof CsvFault) throw new ImportError(`This file cannot be imported: ${error.message}`)
    if (error instanceof ServiceError && error.code === 'PLAN_LIMIT_REACHED') {
      throw new ImportError(
        `Nothing was imported. ${error.message}. Choose a larger plan for this tenant: npx wellkept plan TENANT PLAN (DEFAULT_PLAN applies to new tenants).`,
      )
    }
    throw error
  }
}

/** The named tenant; without a name the only one, not counting the demo. */
const chooseTenant = (tenants: readonly KnownTenant[], name: string | undefined): KnownTenant => {
  if (name !== undefined) {
    const named = tenantNamed(name, tenants)
    if (!named) throw new ImportError(noSuchTenant(name, tenants))
    return named
  }
  const own = tenants.filter(({ slug }) => slug !== demoSlug && !isOfNumbersOnly(slug))
  const [only, ...others] = own.length > 0 ? own : tenants.filter(({ slug }) => slug === demoSlug)
  if (!only || others.length > 0)
    throw new ImportError(whichTenants('There are several tenants; say which with --tenant SLUG:', tenants))
  return only
}

/**
 * @param path of a file in UTF-8, with or without a byte order mark, or in UTF-16 with one
 * @throws ImportError
 */
export const readTable = async (path: string): Promise<string> => {
  try {
    const bytes = await readFile(path)
    if (isSpreadsheet(bytes))
      throw new ImportError(
        `${path} is a file of a spreadsheet program; save it as "CSV UTF-8" and import that`,
      )
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes).replaceAll('\0', '')
  } catch (error) {
    if (error instanceof ImportError) throw error
    if (error instanceof TypeError) throw new ImportError(`${path} is not UTF-8 text; save it as "CSV UTF-8"`)
    const { code = '' } = error as NodeJS.ErrnoException
    throw new ImportError(`${path} cannot be read: ${unreadable[code] ?? code}`)
  }
}

/**
 * @param tenant slug or id; undefined: the only tenant
 * @throws ImportError
 */
export const importTable = async (
  { platform }: { readonly platform: Platform },
  tenant: string | undefined,
  csv: string,
): Promise<ImportReport> => importPlaces(platform, chooseTenant(await listTenants(platform), tenant).id, csv)

/** Output for a line, one text for each error; empty without errors. */
export const wordsOf = ({ line, status, message, faults = [] }: ImportLine): string[] => {
  if (status === 'SKIPPED') return [`line ${line}: left out, ${message}`]
  return faults.map(
    ({ column, value, message: fault }) =>
      `line ${line}, ${column}: ${value === null ? '' : `"${value}" `}${fault}`,
  )
}
