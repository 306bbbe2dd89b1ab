/** `npx wellkept export TENANT [FILE]`: everything that a tenant owns, in one file. */
import { randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openArchive } from '#server/modules/data-export/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { recordOperatorAction } from './operator.ts'
import { asSystem, listTenants, noSuchTenant, tenantNamed } from './tenants.ts'

/** An error shown without a stack trace. */
export class ExportError extends Error {}

export interface Exported {
  readonly file: string
  readonly records: number
  readonly photos: number
}

/**
 * @param tenant slug or id
 * @param file undefined: SLUG-DATE.zip in `folder`; an existing file is replaced once the new one is complete
 * @throws ExportError if there is no such tenant
 */
export const exportFile = async (
  { platform }: { readonly platform: Platform },
  tenant: string,
  file: string | undefined,
  folder = '.',
): Promise<Exported> => {
  const tenants = await listTenants(platform)
  const found = tenantNamed(tenant, tenants)
  if (!found) throw new ExportError(noSuchTenant(tenant, tenants))
  const usual = `${found.slug}-${platform.clock.now().toISOString().slice(0, 10)}.zip`
  const target = file === undefined ? path.resolve(folder, usual) : path.resolve(file)
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`)
  // Logged before the first byte is read, so that every export is in the audit log, also an unfinished one.
  await asSystem(platform, found.id, platform.clock.now(), async (ctx) =>
    recordOperatorAction(ctx, 'operator.exportEverything'),
  )
  // An interrupted command leaves no partial file.
  const discard = (): void => rmSync(draft, { force: true })
  process.once('exit', discard)
  let written = { records: 0, photos: 0 }
  try {
    const archive = openArchive(platform, found.id, async ({ records, photos }) => {
      written = { records, photos }
    })
    // Contains personal data, so only the owner can read it.
    await pipeline(archive, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    const handle = await open(draft, 'r')
    await handle.sync()
    await handle.close()
    await rename(draft, target)
  } catch (error) {
    discard()
    const { code, path: at } = error as NodeJS.ErrnoException
    if (at === draft)
      throw new ExportError(`Nothing can be written in ${path.dirname(target)} (${code})`, { cause: error })
    throw error
  } finally {
    process.off('exit', discard)
  }
  return { file: target, ...written }
}
