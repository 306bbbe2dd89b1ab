/**
 * A document in the place of a photo. It cannot be made anew from what it shows, so it is kept as it came: nothing here
 * reads it, and whoever asks for it saves it as a file and never sees it in a page of this service.
 */
import { invalid } from '#server/platform/errors.ts'

export const documentType = 'application/pdf'

/** Readers look for the mark of the end within so many bytes. */
const endBytes = 1024

/** @throws ServiceError VALIDATION_ERROR for what is not a whole PDF from its first byte on */
export const checkDocument = (bytes: Uint8Array): void => {
  const text = (from: number, to?: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', Math.max(0, from), to)
  if (!/^%PDF-[12]\.\d/.test(text(0, 8))) throw invalid('body', 'is not a PDF')
  if (!text(bytes.length - endBytes).includes('%%EOF')) throw invalid('body', 'is damaged')
}
