/** All that a compiled catalogue needs in the browser: the plural forms and numbers of its language. */

export interface Grammar {
  number(value: number): string
  /** `forms` by plural category, or by `=2` for exactly two */
  plural(value: number, forms: Readonly<Record<string, string>>): string
  select(value: string, forms: Readonly<Record<string, string>>): string
}

/** The digits are everywhere those of the dates, the codes and the keys of the phone: 0 to 9. */
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
