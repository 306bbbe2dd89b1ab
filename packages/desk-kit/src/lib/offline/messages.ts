/** Texts for when nothing else can be loaded, not even the user's language; they are part of the page. */
import type { Words } from '#i18n/texts.ts'
import type { DeskLanguage } from '../messages.ts'
import { rememberedLanguage } from '../remembered-language.ts'
import de from './messages/de.ts'
import en from './messages/en.ts'

type OfflineMessages = Words<typeof en>

const words: Readonly<Record<DeskLanguage, OfflineMessages>> = { en, de }

const isSpoken = (tag: string | null): tag is DeskLanguage => tag !== null && Object.hasOwn(words, tag)

/** The language used last on this device, else the browser's, else English. */
export const offlineMessages = (): OfflineMessages & { readonly language: DeskLanguage } => {
  const wanted = [rememberedLanguage(), ...navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '')]
  const language = wanted.find(isSpoken) ?? 'en'
  return { language, ...words[language] }
}
