/** Normalises text from files to what the API stores. */

const windows1252 = new TextDecoder('windows-1252')

/** Files in Windows-1252 have curly quotes and dashes that decode as control characters. */
const repaired = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (sign) => {
    const decoded = windows1252.decode(Uint8Array.of(sign.charCodeAt(0)))
    return /[\u0080-\u009f]/.test(decoded) ? '' : decoded
  })

/** One line: line breaks become spaces; control characters, bidi overrides and invisible characters are removed. */
export const cleanLine = (text: string): string =>
  repaired(text)
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .trim()

/** Key of names that look the same: ignores case, Unicode composition and invisible characters. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Several lines: LF and TAB stay, other control characters are removed. */
export const cleanLong = (text: string): string =>
  repaired(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .normalize('NFC')
    .trim()

/** The number of code points. */
export const lengthOf = (text: string): number => [...text].length
