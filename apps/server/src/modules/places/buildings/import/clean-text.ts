/** Text from files, in the form in which the API keeps it. */

const windows1252 = new TextDecoder('windows-1252')

/** Old files carry curly quotes and dashes as control characters of another encoding. */
const repaired = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (sign) => {
    const decoded = windows1252.decode(Uint8Array.of(sign.charCodeAt(0)))
    return /[\u0080-\u009f]/.test(decoded) ? '' : decoded
  })

/** One line: breaks become blanks; other controls, bidi overrides and what is nowhere seen go. */
export const cleanLine = (text: string): string =>
  repaired(text)
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .trim()

/** The same for names that look the same: without case, composition, and signs that nobody sees. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Several lines: LF and TAB stay, other controls go. */
export const cleanLong = (text: string): string =>
  repaired(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .normalize('NFC')
    .trim()

/** Letters as a reader counts them. */
export const lengthOf = (text: string): number => [...text].length
