/** The texts of the chosen language, and times in it. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Priority, TaskStatus } from '#contracts/records.ts'
import type { BlockReason } from '#contracts/tasks/records.ts'
import type { AppLanguage } from '../parts/language.ts'
import { de } from './de.ts'
import { en, type Messages } from './en.ts'

export const catalogues: Readonly<Record<AppLanguage, Messages>> = { en, de }

export interface Voice {
  readonly language: AppLanguage
  readonly words: Messages
}

export const VoiceContext = createContext<Voice>({ language: 'en', words: en })

export const useVoice = (): Voice => useContext(VoiceContext)

export const useWords = (): Messages => useContext(VoiceContext).words

export const reasonWord = (words: Messages, reason: BlockReason): string =>
  ({
    PARTS: words.parts,
    ACCESS: words.access,
    VENDOR: words.vendor,
    VISITOR: words.visitor,
    OTHER: words.other,
  })[reason]

export const priorityWord = (words: Messages, priority: Priority): string =>
  ({ LOW: words.low, MEDIUM: words.medium, HIGH: words.high, URGENT: words.urgent })[priority]

export const statusWord = (words: Messages, status: TaskStatus): string =>
  ({ OPEN: words.open, IN_PROGRESS: words.inProgress, DONE: words.finished })[status]
