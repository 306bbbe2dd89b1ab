/** Masks phone numbers and email addresses in visitors' texts before they are stored, also in full-width characters. */

// Letters without case (\p{Lo}) belong to scripts without spaces between words: an address starts and a number ends
// beside them. `AB1234567` is a word.
const email =
  /(?:[^\s@<>()[\],;:"、。，：；（）\p{Lo}]{1,64}|[^\s@<>()[\],;:"、。，：；（）]{0,63}\p{Lo})@(?:[^\s@<>()[\],;:"]{1,190}\.(?:xn--[a-z\d-]{1,59}|[a-z]{2,24})|[^\s@<>()[\],;:"]{1,190}\.[\p{L}\p{M}]{2,24})/giu
// The whole run of digits, however long: two numbers beside each other are masked as well.
const digitRun =
  /(?=[\p{Nd}+＋])(?<![\p{LC}\p{N}])[+＋]?\p{Nd}[\p{Nd}\s()./（）－ー\u2010-\u2015-]*\p{Nd}(?![\p{LC}\p{N}])/gu
const day = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:\s+\d{1,2}[.:]?\d{0,2})?$/
// Within a run only an unambiguous date: with a four-digit year, and not part of a longer chain.
const dayInRun =
  /((?<!\d[-./]?)(?:(?:19|20)\d{2}[-./][01]?\d[-./][0-3]?\d|[0-3]?\d[-./][0-3]?\d[-./](?:19|20)\d{2})(?![-./]?\d))/

const looksLikePhone = (text: string): boolean =>
  text.replace(/\P{Nd}/gu, '').length >= 7 && !day.test(text.trim())

interface ContactSpan {
  readonly start: number
  readonly end: number
  readonly label: string
}

const numbersIn = (run: string, at: number): ContactSpan[] => {
  const found: ContactSpan[] = []
  let start = at
  for (const part of run.split(dayInRun)) {
    const number = looksLikePhone(part) ? /[+＋]?\p{Nd}.*\p{Nd}/su.exec(part) : null
    if (number) {
      const from = start + number.index
      found.push({ start: from, end: from + number[0].length, label: '[phone]' })
    }
    start += part.length
  }
  return found
}

/** Most texts have neither, and the patterns above are expensive. */
const mayHoldPhone = /[\d\u0080-\uffff]/

const contactsIn = (text: string): ContactSpan[] => {
  const emails = text.includes('@')
    ? [...text.matchAll(email)].map(({ 0: { length }, index }) => ({
        start: index,
        end: index + length,
        label: '[e-mail]',
      }))
    : []
  // A number does not continue across an address.
  const rest = emails.reduce(
    (left, { start, end }) => left.slice(0, start) + '\0'.repeat(end - start) + left.slice(end),
    text,
  )
  if (!mayHoldPhone.test(rest)) return emails
  const numbers = [...rest.matchAll(digitRun)].flatMap(({ 0: run, index }) => numbersIn(run, index))
  return [...emails, ...numbers].sort((one, other) => one.start - other.start)
}

const symbol = /\p{So}/u

/** The text normalised for matching, with the start and end in the original for each of its characters. */
const normalise = (text: string): { folded: string; starts: number[]; ends: number[] } => {
  const starts: number[] = []
  const ends: number[] = []
  let folded = ''
  let at = 0
  for (const sign of text) {
    // A symbol made of letters, such as ℡, is not part of a word.
    const plain = sign < '\u0080' || symbol.test(sign) ? sign : sign.normalize('NFKC')
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(at)
      ends.push(at + sign.length)
    }
    folded += plain
    at += sign.length
  }
  return { folded, starts, ends }
}

/**
 * @returns the text with `[phone]` and `[e-mail]` in place of contacts; other full-width characters and ligatures
 * stay
 */
export const maskContacts = (text: string): string => {
  const isPlain = text.normalize('NFKC') === text
  const fold = isPlain ? undefined : normalise(text)
  const found = contactsIn(fold?.folded ?? text)
  let masked = ''
  let from = 0
  for (const { start, end, label } of found) {
    masked += text.slice(from, fold?.starts[start] ?? start) + label
    from = fold?.ends[end - 1] ?? end
  }
  return masked + text.slice(from)
}
