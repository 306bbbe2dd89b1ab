/** Run-time part of compiled message sets: plural forms and numbers of a language. */

export interface Grammar {
  number(value: number): string
  /** `forms` by plural category, or by exact number such as `=2` */
  plural(value: number, forms: Readonly<Record<string, string>>): string
  select(value: string, forms: Readonly<Record<string, string>>): string
}

/** Digits are 0 to 9 in every language, as in dates, codes and on the phone's keypad. */
export const withLatinDigits = (locale: string): string => {
  const made = new Intl.Locale(locale, { numberingSystem: 'latn' })
  return made.toString()
}

export const grammarOf = (language: string): Grammar => {
  const numbers = new Intl.NumberFormat(withLatinDigits(language))
  const rules = new Intl.PluralRules(language)
  return {
    number: (value) => numbers.format(value),
    plural: (value, forms) => forms[`=${value}`] ?? forms[rules.select(value)] ?? forms.other ?? '',
    select: (value, forms) => forms[value] ?? forms.other ?? '',
  }
}
