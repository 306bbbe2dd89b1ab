/** The messages of the language that is shown. Those of the app include the ones of the parts here. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Words } from '#i18n/texts.ts'
import type { Locale } from './locale.ts'
import type en from './messages/en.ts'

export type KitWords = Words<typeof en>

/** Provided by the frame. */
export const LocaleContext = createContext<Locale<KitWords> | undefined>(undefined)

/** Each app gives it the type of its own messages once. */
export const useLocaleOf = <Messages extends KitWords>(): Locale<Messages> => {
  const locale = useContext(LocaleContext)
  if (!locale) throw new Error('Screens are drawn with the words of a language')
  return locale as Locale<Messages>
}

export const useKitWords = (): KitWords => useLocaleOf<KitWords>().words
