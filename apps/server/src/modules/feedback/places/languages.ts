/** Which language a visitor is answered in. */
import { baseLanguage } from '#contracts/kit/language.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'

/** The language that is spoken here for a browser's tag, e.g. de-AT and deu → de; null where none is. */
export const spokenLanguage = (tag: string | null | undefined): VisitorLanguage | null => {
  const base = baseLanguage(tag)
  return visitorLanguages.find((language) => language === base) ?? null
}

/** The languages that are spoken here for a browser's tags with commas between, in their order. */
export const spokenLanguages = (tags: string | null | undefined): VisitorLanguage[] =>
  (tags ?? '').split(',').flatMap((tag) => spokenLanguage(tag) ?? [])

/** The first language asked for that the tenant offers, else the first that it offers. */
export const offeredLanguage = (
  asked: string | null | undefined,
  offered: readonly VisitorLanguage[],
): VisitorLanguage =>
  spokenLanguages(asked).find((language) => offered.includes(language)) ?? offered[0] ?? 'en'
