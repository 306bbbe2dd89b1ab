/** Messages of the chosen language, and labels for codes of the API. */
import type { Priority, TaskStatus } from '#contracts/records.ts'
import type { BlockReason } from '#contracts/tasks/records.ts'
import type { QuickResolution } from '#contracts/tasks/resolutions.ts'
import { type Locale, localeOf } from '#field-kit/locale.ts'
import { useLocaleOf } from '#field-kit/words.ts'
import type { Language } from '#i18n/languages.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

export type Messages = Words<typeof en>

const catalogues = import.meta.glob<Messages>('./messages/*.ts', { import: 'default' })

export type WorkLocale = Locale<Messages>

/** @throws Error when the messages are not on this phone and the service cannot be reached */
export const loadLocale = (language: Language): Promise<WorkLocale> => localeOf(catalogues, language)

export const useLocale = (): WorkLocale => useLocaleOf<Messages>()

export const useWords = (): Messages => useLocale().words

/** Label of a quick resolution; other texts are returned unchanged. */
export const resolutionWord = (words: Messages, resolution: string): string =>
  ({
    REFILLED: words.refilled,
    CLEANED: words.cleaned,
    REPAIRED: words.repaired,
    REPLACED: words.replaced,
    IN_ORDER: words.inOrder,
  })[resolution as QuickResolution] ?? resolution

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
