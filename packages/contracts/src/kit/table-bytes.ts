/** Detects the format of an uploaded table by its first bytes. */

const signatures: readonly (readonly number[])[] = [
  // .xlsx, .ods and .numbers are ZIP archives; .xls is an OLE container.
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Whether it is a file of a spreadsheet program, which must be saved as CSV first. */
export const isSpreadsheet = (bytes: Uint8Array): boolean =>
  signatures.some((signature) => signature.every((byte, index) => bytes[index] === byte))

/** Excel's "Unicode text" is UTF-16 with a byte order mark; others are UTF-8. */
export const encodingOf = ([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
