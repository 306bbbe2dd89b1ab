/** The language of whoever looks, with its words. */
import { createContext, type ReactNode, use, useContext, useMemo } from 'react'
import type { CatalogueNames } from '#contracts/catalogue/names-shape.ts'
import type { Words } from '#ui/language/texts.ts'
import type en from '../messages/en.ts'
import { rememberedLanguage } from '../offline/words.ts'
import { deskWords } from '../words.ts'
import { piece } from './piece.ts'
import { type DeskLanguage, deskLanguages, loadAsked, type WordSet } from './words.ts'

export interface Voice {
  readonly language: DeskLanguage
  readonly catalogue: CatalogueNames
}

const isDeskLanguage = (value: string | null | undefined): value is DeskLanguage =>
  (deskLanguages as readonly (string | null | undefined)[]).includes(value)

/** The record's, else the browser's, else English. */
export const pickLanguage = (ofRecord: string | null | undefined): DeskLanguage =>
  isDeskLanguage(ofRecord)
    ? ofRecord
    : (navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '').find(isDeskLanguage) ?? 'en')

const catalogues: Readonly<Record<DeskLanguage, () => Promise<CatalogueNames>>> = {
  en: async () => (await import('#contracts/catalogue/names.en.ts')).en,
  de: async () => (await import('#contracts/catalogue/names.de.ts')).de,
}

let spoken: DeskLanguage | undefined

/** The language that was asked for last, else the one that is likely: for what is fetched before it is drawn. */
export const spokenLanguage = (): DeskLanguage => spoken ?? pickLanguage(rememberedLanguage())

/** A language with the words of all that was opened so far, so nothing on the page has to wait for its own. */
export const loadVoice = async (language: DeskLanguage): Promise<Voice> => {
  spoken = language
  const [catalogue] = await Promise.all([
    piece(catalogues[language]),
    deskWords.load(language),
    loadAsked(language),
  ])
  return { language, catalogue }
}

const VoiceContext = createContext<Voice | undefined>(undefined)

export const VoiceProvider = ({ voice, children }: { voice: Voice; children: ReactNode }) => (
  <VoiceContext value={voice}>{children}</VoiceContext>
)

const useVoice = (): Voice => {
  const voice = useContext(VoiceContext)
  if (!voice) throw new Error('No language was loaded')
  return voice
}

export const useDeskLanguage = (): DeskLanguage => useVoice().language

type DeskWords = Words<typeof en>

/** The words of a set, or those of the whole desk. Waits for words that did not come with the route. */
export function useWords(): DeskWords
export function useWords<Said>(set: WordSet<Said>): Said
export function useWords(set: WordSet<unknown> = deskWords): unknown {
  const { language } = useVoice()
  return set.at(language) ?? use(set.load(language))
}

const own = (names: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(names, code) ? names[code] : undefined

/** `NO_PAPER` → `No paper`, for codes that a tenant made. */
const spell = (code: string): string => {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names of amenity types and issues. */
export const useNames = (): { type(code: string): string; issue(code: string): string } => {
  const { catalogue } = useVoice()
  return useMemo(
    () => ({
      type: (code) => own(catalogue.types, code) ?? spell(code),
      issue: (code) => own(catalogue.issues, code) ?? spell(code),
    }),
    [catalogue],
  )
}
