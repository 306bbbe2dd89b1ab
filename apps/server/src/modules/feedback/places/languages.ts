/** The language of a visitor's answer. */
import { baseLanguage } from '#contracts/kit/language.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'

/** The available language for a browser's tag, for example de-AT and deu → de; null if there is none. */
export const spokenLanguage = (tag: string | null | undefined): VisitorLanguage | null => {
  const base = baseLanguage(tag)
  return visitorLanguages.find((language) => language === base) ?? null
}

/** The available languages of an Accept-Language list, in its order. */
export const spokenLanguages = (tags: string | null | undefined): VisitorLanguage[] =>
  (tags ?? '').split(',').flatMap((tag) => spokenLanguage(tag) ?? [])

/** The requested language if the tenant offers it, otherwise the tenant's first. */
export const offeredLanguage = (
  asked: string | null | undefined,
  offered: readonly VisitorLanguage[],
): VisitorLanguage =>
  spokenLanguages(asked).find((language) => offered.includes(language)) ?? offered[0] ?? 'en'
