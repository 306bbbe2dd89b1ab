/** Which rule acted and why, in the words that stand on the task. */
import type { EscalationLevel } from '#contracts/admin/escalation-rules.ts'
import type { MailLanguage } from '#server/platform/mail/layout.ts'
import { duration } from '#server/platform/mail/shared-texts.ts'

const ends = {
  en: { RESPOND: 'the time to begin', RESOLVE: 'the time to finish', DUE: 'the time until it was due' },
  de: {
    RESPOND: 'der Zeit zum Beginnen',
    RESOLVE: 'der Zeit zum Erledigen',
    DUE: 'der Zeit bis zur Fälligkeit',
  },
} as const

const english = ({ clock, atPercent, minutesOverdue = 0 }: EscalationLevel): string => {
  if (atPercent !== undefined) return `at ${atPercent} % of ${ends.en[clock]}`
  return minutesOverdue === 0
    ? `at the end of ${ends.en[clock]}`
    : `${duration(minutesOverdue, 'en')} after ${ends.en[clock]}`
}

const german = ({ clock, atPercent, minutesOverdue = 0 }: EscalationLevel): string => {
  if (atPercent !== undefined) return `bei ${atPercent} % ${ends.de[clock]}`
  return minutesOverdue === 0
    ? `am Ende ${ends.de[clock]}`
    : `${duration(minutesOverdue, 'de')} nach dem Ende ${ends.de[clock]}`
}

export const levelIn = (level: EscalationLevel, language: MailLanguage): string =>
  (language === 'de' ? german : english)(level)

export const reasonOf = (
  { name, level }: { readonly name: string; readonly level: EscalationLevel },
  language: MailLanguage,
): string =>
  language === 'de'
    ? `Eskaliert nach der Regel „${name}“ ${german(level)}`
    : `Escalated by rule “${name}” ${english(level)}`
