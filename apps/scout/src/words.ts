/** Messages of the chosen language, and labels for codes of the API. */
import type { FindingState, Severity } from '#contracts/scout/findings.ts'
import type { RoundState, SkipReason } from '#contracts/scout/rounds.ts'
import { type Locale, localeOf } from '#field-kit/locale.ts'
import { useLocaleOf } from '#field-kit/words.ts'
import type { Language } from '#i18n/languages.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

export type Messages = Words<typeof en>

const catalogues = import.meta.glob<Messages>('./messages/*.ts', { import: 'default' })

export type ScoutLocale = Locale<Messages>

/** @throws Error when the messages are not on this phone and the service cannot be reached */
export const loadLocale = (language: Language): Promise<ScoutLocale> => localeOf(catalogues, language)

export const useLocale = (): ScoutLocale => useLocaleOf<Messages>()

export const useWords = (): Messages => useLocale().words

export const roundWord = (words: Messages, state: RoundState): string =>
  ({
    SCHEDULED: words.scheduled,
    ACCEPTED: words.accepted,
    IN_PROGRESS: words.underWay,
    PAUSED: words.paused,
    SUBMITTED: words.submitted,
    REVIEWED: words.reviewed,
    DECLINED: words.declined,
    EXPIRED: words.expired,
  })[state]

export const skipWord = (words: Messages, reason: SkipReason): string =>
  ({
    CLOSED: words.skipClosed,
    OCCUPIED: words.skipOccupied,
    UNSAFE: words.skipUnsafe,
    NO_ACCESS: words.skipNoAccess,
    OTHER: words.skipOther,
  })[reason]

export const severityWord = (words: Messages, severity: Severity): string =>
  ({
    CRITICAL: words.critical,
    MAJOR: words.major,
    MINOR: words.minor,
    OBSERVATION: words.observation,
  })[severity]

export const findingWord = (words: Messages, state: FindingState): string =>
  ({
    REPORTED: words.findingReported,
    ACCEPTED: words.findingAccepted,
    FIXED: words.findingFixed,
    VERIFIED: words.findingVerified,
    REOPENED: words.findingReopened,
    MERGED: words.findingMerged,
    REJECTED: words.findingRejected,
    WITHDRAWN: words.findingWithdrawn,
  })[state]
