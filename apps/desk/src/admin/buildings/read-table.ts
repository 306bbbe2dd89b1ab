import { encodingOf, isSpreadsheet } from '#contracts/kit/table-bytes.ts'

/**
 * Decodes a table file: UTF-8, UTF-16 with a byte order mark, or Windows-1252, which Excel uses for plain CSV.
 * @returns undefined for a spreadsheet file
 */
export const readTable = async (file: Blob): Promise<string | undefined> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isSpreadsheet(bytes)) return undefined
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
