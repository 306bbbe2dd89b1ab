/** Why a rule acts: in words for emails, and as a fact that tasks word in each reader's language. */
import type { EscalationLevel } from '#contracts/escalation/rules.ts'
import type { Reason } from '#server/modules/tasks/public.ts'
import type { MailLanguage } from '#server/platform/mail/layout.ts'
import { duration } from '#server/platform/mail/shared-texts.ts'

const ends = {
  en: { RESPOND: 'the time to start', RESOLVE: 'the time to finish', DUE: 'the time until it was due' },
  de: {
    RESPOND: 'der Zeit zum Beginnen',
    RESOLVE: 'der Zeit zum Erledigen',
    DUE: 'der Zeit bis zum Termin',
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

/** A level without percent or minutes is the deadline itself, 100 percent. */
export const whyOf = ({
  name: rule,
  level,
}: {
  readonly name: string
  readonly level: EscalationLevel
}): Reason => {
  const { clock, atPercent, minutesOverdue = 0 } = level
  return atPercent === undefined && minutesOverdue > 0
    ? { code: 'ESCALATED_AFTER', rule, clock, minutes: minutesOverdue }
    : { code: 'ESCALATED_AT', rule, clock, percent: atPercent ?? 100 }
}
