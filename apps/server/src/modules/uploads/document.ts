/**
 * A PDF instead of a photo. It cannot be re-encoded, so it is stored unchanged: nothing here parses it, and it is
 * only served as a download.
 */
import { invalid } from '#server/platform/errors.ts'

export const documentType = 'application/pdf'

/** PDF readers search the end marker within this many last bytes. */
const endBytes = 1024

/** @throws ServiceError VALIDATION_ERROR unless it starts and ends like a PDF */
export const checkDocument = (bytes: Uint8Array): void => {
  const text = (from: number, to?: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', Math.max(0, from), to)
  if (!/^%PDF-[12]\.\d/.test(text(0, 8))) throw invalid('body', 'is not a PDF')
  if (!text(bytes.length - endBytes).includes('%%EOF')) throw invalid('body', 'is damaged')
}
