/** The texts of the chosen language, for every page below. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Language } from '#ui/language/languages.ts'
import type { Words } from '#ui/language/texts.ts'
import { loadPart } from '../parts/load.ts'
import { type Voice, voiceOf } from '../parts/voice.ts'
import type en from './messages/en.ts'

export type Messages = Words<typeof en>

const catalogues = import.meta.glob<Messages>('./messages/*.ts', { import: 'default' })

/** @throws Error when the service cannot be reached */
export const loadVoice = (language: Language): Promise<Voice<Messages>> =>
  loadPart(() => voiceOf(catalogues, language))

export const VoiceContext = createContext<Voice<Messages> | undefined>(undefined)

export const useVoice = (): Voice<Messages> => {
  const voice = useContext(VoiceContext)
  if (!voice) throw new Error('Pages are drawn with the words of a language')
  return voice
}

export const useWords = (): Messages => useVoice().words
