/** The text of a table from a file: UTF-8, or Windows-1252, in which Excel saves a plain CSV. */
export const readTable = async (file: Blob): Promise<string> => {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
