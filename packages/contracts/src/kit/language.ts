/** Parses language tags of browsers. */

/** `de` for `de-AT` and `deu`, `et` for `est`; null if it is not a language tag. */
export const baseLanguage = (tag: string | null | undefined): string | null => {
  if (!tag) return null
  try {
    return new Intl.Locale(tag).language
  } catch {
    return null
  }
}

/** A person wants no more languages than this, and the limit bounds the work for a long header. */
const mostTags = 20

/** The tags of an Accept-Language header, most wanted first, without invalid ones and those with `q=0`. */
export const acceptedLanguages = (header: string | null | undefined): string[] =>
  (header ?? '')
    .split(',', mostTags)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = parameters.find((one) => /^q\s*=/i.test(one))?.replace(/^q\s*=\s*/i, '')
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => weight > 0 && baseLanguage(tag) !== null)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
