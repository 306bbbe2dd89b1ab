/** Phone numbers and e-mail addresses in visitors' words are masked before anybody sees or stores them. */

// Letters without capitals (\p{Lo}) are those of scripts that write without blanks, or join words to what they are
// about: beside them an address begins and a number ends. `AB1234567` is a word.
const email =
  /(?:[^\s@<>()[\],;:"、。，：；（）\p{Lo}]{1,64}|[^\s@<>()[\],;:"、。，：；（）]{0,63}\p{Lo})@(?:[^\s@<>()[\],;:"]{1,190}\.(?:xn--[a-z\d-]{1,59}|[a-z]{2,24})|[^\s@<>()[\],;:"]{1,190}\.[\p{L}\p{M}]{2,24})/giu
// All that stands in a row, however long it is: two numbers beside each other are no less numbers than one.
const digitRun =
  /(?=[\p{Nd}+＋])(?<![\p{LC}\p{N}])[+＋]?\p{Nd}[\p{Nd}\s()./（）－ー\u2010-\u2015-]*\p{Nd}(?![\p{LC}\p{N}])/gu
const day = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:\s+\d{1,2}[.:]?\d{0,2})?$/
// Beside other numbers only what can be nothing else: with a whole year, and no part of a longer chain.
const dayInRun =
  /((?<!\d[-./]?)(?:(?:19|20)\d{2}[-./][01]?\d[-./][0-3]?\d|[0-3]?\d[-./][0-3]?\d[-./](?:19|20)\d{2})(?![-./]?\d))/

const looksLikePhone = (text: string): boolean =>
  text.replace(/\P{Nd}/gu, '').length >= 7 && !day.test(text.trim())

const maskNumbers = (run: string): string =>
  run
    .split(dayInRun)
    .map((part) => (looksLikePhone(part) ? part.replace(/[+＋]?\p{Nd}.*\p{Nd}/su, '[phone]') : part))
    .join('')

/** Most words hold neither; the patterns above are dear. */
const mayHoldPhone = /[\d\u0080-\uffff]/

/** @returns the text with `[phone]` and `[e-mail]` in their places */
export const maskContacts = (text: string): string => {
  const withoutEmail = text.includes('@') ? text.replace(email, '[e-mail]') : text
  if (!mayHoldPhone.test(withoutEmail)) return withoutEmail
  return withoutEmail.replace(digitRun, maskNumbers)
}
