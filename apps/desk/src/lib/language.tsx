/** Words, numbers and times in the language of whoever looks. */
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { CatalogueNames } from '#contracts/catalogue/names-shape.ts'
import type { Messages } from '../messages/en.ts'

export type DeskLanguage = 'en' | 'de'
export const deskLanguages: readonly DeskLanguage[] = ['en', 'de']
export const ownNames: Readonly<Record<DeskLanguage, string>> = { en: 'English', de: 'Deutsch' }

export interface Words {
  readonly language: DeskLanguage
  readonly t: Messages
  readonly catalogue: CatalogueNames
}

const loaders: Record<DeskLanguage, () => Promise<Words>> = {
  en: async () => {
    const [{ en }, names] = await Promise.all([
      import('../messages/en.ts'),
      import('#contracts/catalogue/names.en.ts'),
    ])
    return { language: 'en', t: en, catalogue: names.en }
  },
  de: async () => {
    const [{ de }, names] = await Promise.all([
      import('../messages/de.ts'),
      import('#contracts/catalogue/names.de.ts'),
    ])
    return { language: 'de', t: de, catalogue: names.de }
  },
}

export const isDeskLanguage = (value: string | null | undefined): value is DeskLanguage =>
  value === 'en' || value === 'de'

/** The record's, else the browser's, else English. */
export const pickLanguage = (ofRecord: string | null | undefined): DeskLanguage =>
  isDeskLanguage(ofRecord)
    ? ofRecord
    : (navigator.languages.map((tag) => tag.slice(0, 2)).find(isDeskLanguage) ?? 'en')

export const loadWords = (language: DeskLanguage): Promise<Words> => loaders[language]()

const WordsContext = createContext<Words | undefined>(undefined)

export const WordsProvider = ({ words, children }: { words: Words; children: ReactNode }) => (
  <WordsContext value={words}>{children}</WordsContext>
)

const useWords = (): Words => {
  const words = useContext(WordsContext)
  if (!words) throw new Error('No language was loaded')
  return words
}

export const useT = (): Messages => useWords().t
export const useDeskLanguage = (): DeskLanguage => useWords().language

const own = (names: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(names, code) ? names[code] : undefined

/** `NO_PAPER` → `No paper`, for codes that a tenant made. */
const spell = (code: string): string => {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names of amenity types and issues. */
export const useNames = (): { type(code: string): string; issue(code: string): string } => {
  const { catalogue } = useWords()
  return useMemo(
    () => ({
      type: (code) => own(catalogue.types, code) ?? spell(code),
      issue: (code) => own(catalogue.issues, code) ?? spell(code),
    }),
    [catalogue],
  )
}
