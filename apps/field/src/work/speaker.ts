/** The language of the screens: what this phone has chosen at first, then what the person's own record says. */
import { type Language, languages } from '#ui/language/languages.ts'
import { type Cell, cell } from '../parts/cell.ts'
import { currentLanguage, isToldAnew, rememberLanguage, showLanguage } from '../parts/language.ts'
import { loadPart } from '../parts/load.ts'
import type { Account } from './data/account.ts'
import { loadVoice, type WorkVoice } from './words.ts'
import { startWorker } from './worker-link.ts'

export interface Speaker {
  readonly voice: Cell<WorkVoice>
  /** @throws Error when the texts are not on this phone and cannot be had; then all stays as it was */
  speak(language: Language): Promise<void>
}

/** The chosen language; without a connection perhaps only another one is on this phone, and that is better than none. */
const firstVoice = async (): Promise<WorkVoice> => {
  const chosen = currentLanguage()
  try {
    return await loadPart(() => loadVoice(chosen))
  } catch (error) {
    for (const language of languages) {
      const found = await loadVoice(language).catch(() => undefined)
      if (found) return found
    }
    throw error
  }
}

/** Speaks as this phone did last. */
export const createSpeaker = async (): Promise<Speaker> => {
  const voice = cell(await firstVoice())
  let wanted = voice.get().language
  showLanguage(wanted)
  return {
    voice,
    speak: async (language) => {
      wanted = language
      const next = await loadPart(() => loadVoice(language))
      // Two were chosen one after the other: the texts of the first may arrive last.
      if (language !== wanted) return
      rememberLanguage(language)
      if (language === voice.get().language) return
      showLanguage(language)
      // It keeps the texts for when there is no connection.
      startWorker(language)
      voice.set(next)
    },
  }
}

/** Each reading of the record may bring another language, and what the organisation asks for; it is read at each opening. */
export const followRecord = (
  speaker: Speaker,
  account: Pick<Account, 'record' | 'load'>,
  current: () => { readonly id: string } | undefined,
): void => {
  account.record.subscribe(() => {
    const user = account.record.get()?.user
    if (user?.language && isToldAnew(user.id, user.language))
      speaker.speak(user.language).catch(() => undefined)
  })
  if (current()) account.load().catch(() => undefined)
}
