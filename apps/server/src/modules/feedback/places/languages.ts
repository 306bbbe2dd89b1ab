/** Which language a visitor is answered in. */
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'

/** The language that is spoken here for a browser's tag, e.g. de-AT → de; null where none is. */
export const spokenLanguage = (tag: string | null | undefined): VisitorLanguage | null => {
  const short = tag?.split('-', 1)[0]?.toLowerCase()
  return visitorLanguages.find((language) => language === short) ?? null
}

/** The language asked for where the tenant offers it, else the first that it offers. */
export const offeredLanguage = (
  asked: string | null | undefined,
  offered: readonly VisitorLanguage[],
): VisitorLanguage => {
  const spoken = spokenLanguage(asked)
  return spoken && offered.includes(spoken) ? spoken : (offered[0] ?? 'en')
}
