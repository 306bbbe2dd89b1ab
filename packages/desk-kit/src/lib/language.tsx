/** The current language with its texts. */
import { createContext, type ReactNode, use, useContext, useMemo } from 'react'
import type { CatalogueNames } from '#contracts/catalogue/names-shape.ts'
import type { Words } from '#i18n/texts.ts'
import { loadChunk } from './load-chunk.ts'
import type en from './messages/en.ts'
import { type DeskLanguage, deskLanguages, loadRequested, type MessageSet } from './messages.ts'
import { rememberedLanguage } from './remembered-language.ts'

export interface Locale {
  readonly language: DeskLanguage
  readonly catalogue: CatalogueNames
}

const isDeskLanguage = (value: string | null | undefined): value is DeskLanguage =>
  (deskLanguages as readonly (string | null | undefined)[]).includes(value)

/** The user's or organisation's language, else the browser's, else English. */
export const pickLanguage = (ofRecord: string | null | undefined): DeskLanguage =>
  isDeskLanguage(ofRecord)
    ? ofRecord
    : (navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '').find(isDeskLanguage) ?? 'en')

const catalogues: Readonly<Record<DeskLanguage, () => Promise<CatalogueNames>>> = {
  en: async () => (await import('#contracts/catalogue/names.en.ts')).en,
  de: async () => (await import('#contracts/catalogue/names.de.ts')).de,
}

let spoken: DeskLanguage | undefined
let frameMessages: MessageSet<FrameMessages>

/** Called once by the app, before a language is loaded. */
export const setFrameMessages = (set: MessageSet<FrameMessages>): void => {
  frameMessages = set
}

/** The language loaded last, else the likely one: for texts that are fetched before the user has loaded. */
export const spokenLanguage = (): DeskLanguage => spoken ?? pickLanguage(rememberedLanguage())

/** Loads a language with the texts of every screen opened so far, so that nothing on the page suspends. */
export const loadLocale = async (language: DeskLanguage): Promise<Locale> => {
  spoken = language
  const [catalogue] = await Promise.all([
    loadChunk(catalogues[language]),
    frameMessages.load(language),
    loadRequested(language),
  ])
  return { language, catalogue }
}

const LocaleContext = createContext<Locale | undefined>(undefined)

export const LocaleProvider = ({ locale, children }: { locale: Locale; children: ReactNode }) => (
  <LocaleContext value={locale}>{children}</LocaleContext>
)

const useLocale = (): Locale => {
  const locale = useContext(LocaleContext)
  if (!locale) throw new Error('No language was loaded')
  return locale
}

export const useDeskLanguage = (): DeskLanguage => useLocale().language

/** Texts that come with the frame. The app adds its own by declaration merging, such as names of screens. */
export interface FrameMessages extends KitMessages {}

type KitMessages = Words<typeof en> & {
  /** names of the screens, see `useScreenText` */
  readonly places: object
}

/** Texts of a set, or of the frame. Suspends until they have loaded. */
export function useMessages(): FrameMessages
export function useMessages<Messages>(set: MessageSet<Messages>): Messages
export function useMessages(set: MessageSet<unknown> = frameMessages): unknown {
  const { language } = useLocale()
  return use(set.load(language))
}

const own = (names: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(names, code) ? names[code] : undefined

/** `NO_PAPER` → `No paper`, for codes created by the organisation. */
const spell = (code: string): string => {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names of amenity types and issues. */
export const useNames = (): { type(code: string): string; issue(code: string): string } => {
  const { catalogue } = useLocale()
  return useMemo(
    () => ({
      type: (code) => own(catalogue.types, code) ?? spell(code),
      issue: (code) => own(catalogue.issues, code) ?? spell(code),
    }),
    [catalogue],
  )
}
