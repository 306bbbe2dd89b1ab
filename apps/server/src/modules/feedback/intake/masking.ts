/** Phone numbers and e-mail addresses in visitors' words are masked before anybody sees or stores them. */

// Letters without capitals (\p{Lo}) are those of scripts that write without blanks, or join words to what they are
// about: beside them an address begins and a number ends. `AB1234567` is a word.
const email =
  /(?:[^\s@<>()[\],;:"、。，：；（）\p{Lo}]{1,64}|[^\s@<>()[\],;:"、。，：；（）]{0,63}\p{Lo})@[^\s@<>()[\],;:"]{1,190}\.[a-z]{2,24}/giu
const digitRun =
  /(?=[\p{Nd}+＋])(?<![\p{LC}\p{N}])(?:[+＋]|00)?\p{Nd}[\p{Nd}\s()./（）－ー\u2010-\u2015-]{4,24}\p{Nd}(?![\p{LC}\p{N}])/gu
const day = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:\s+\d{1,2}[.:]?\d{0,2})?$/

const looksLikePhone = (text: string): boolean => {
  const digits = text.replace(/\P{Nd}/gu, '').length
  return digits >= 7 && digits <= 16 && !day.test(text.trim())
}

/** Most words hold neither; the patterns above are dear. */
const mayHoldPhone = /[\d\u0080-\uffff]/

/** @returns the text with `[phone]` and `[e-mail]` in their places */
export const maskContacts = (text: string): string => {
  const withoutEmail = text.includes('@') ? text.replace(email, '[e-mail]') : text
  if (!mayHoldPhone.test(withoutEmail)) return withoutEmail
  return withoutEmail.replace(digitRun, (match) => (looksLikePhone(match) ? '[phone]' : match))
}
