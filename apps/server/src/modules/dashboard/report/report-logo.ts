/** The organisation's logo on the first page of a report. */
import { readSettings } from '#server/modules/settings/public.ts'
import { smallCopiesOf } from '#server/modules/uploads/public.ts'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { toPng } from '#server/platform/images/images.ts'

/** Where the logo lies in the storage; undefined if there is none. */
export const findLogo = async (ctx: TenantContext): Promise<string | undefined> => {
  const { branding } = await readSettings(ctx)
  const { logoKey: key } = branding
  return key === null ? undefined : (await smallCopiesOf(ctx, [{ key }])).get(key)
}

/**
 * In a format of PDF, and undefined if it cannot be read. Not within a transaction, since the storage may be far
 * away.
 */
export const readLogo = async (
  { storage }: Platform,
  file: string | undefined,
): Promise<Uint8Array | undefined> => {
  const found = file === undefined ? undefined : await storage.get(file)
  if (!found) return undefined
  return found.contentType === 'image/webp' ? toPng(found.bytes) : found.bytes
}
