/** Phone numbers and e-mail addresses in visitors' words are masked before anybody sees or stores them. */

const email = /[^\s@<>()[\],;:"]{1,64}@[^\s@<>()[\],;:"]{1,190}\.[a-z]{2,24}/giu
const digitRun = /(?<![\p{L}\p{N}])(?:\+|00)?\p{Nd}[\p{Nd}\s()./\u2010-\u2015-]{4,24}\p{Nd}(?![\p{L}\p{N}])/gu
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
