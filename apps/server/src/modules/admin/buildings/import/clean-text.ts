/** Text from files, in the form in which the API keeps it. */

const windows1252 = new TextDecoder('windows-1252')

/** Old files carry curly quotes and dashes as control characters of another encoding. */
const repaired = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (sign) => {
    const decoded = windows1252.decode(Uint8Array.of(sign.charCodeAt(0)))
    return /[\u0080-\u009f]/.test(decoded) ? '' : decoded
  })

/** One line: breaks become blanks, other controls and bidi overrides go. */
export const cleanLine = (text: string): string =>
  repaired(text)
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .trim()

/** Several lines: LF and TAB stay, other controls go. */
export const cleanLong = (text: string): string =>
  repaired(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .normalize('NFC')
    .trim()

/** Letters as a reader counts them. */
export const lengthOf = (text: string): number => [...text].length
