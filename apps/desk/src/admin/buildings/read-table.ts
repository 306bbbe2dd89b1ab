import { encodingOf, isSpreadsheet } from '#contracts/kit/table-bytes.ts'

/**
 * The text of a table from a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252, in which Excel saves a plain CSV.
 * @returns undefined for a file of a spreadsheet program
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
