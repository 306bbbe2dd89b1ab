/** Why a rule acts: in words for emails, and as a fact that tasks word in each reader's language. */
import type { EscalationLevel } from '#contracts/escalation/rules.ts'
import type { Reason } from '#server/modules/tasks/public.ts'
import type { MailLanguage } from '#server/platform/mail/layout.ts'
import { duration } from '#server/platform/mail/shared-texts.ts'
import { texts } from './texts.ts'

export const levelIn = (
  { clock, atPercent, minutesOverdue = 0 }: EscalationLevel,
  language: MailLanguage,
): string => {
  const words = texts(language)
  if (atPercent !== undefined) return words.atPercent({ percent: atPercent, clock })
  return minutesOverdue === 0
    ? words.atEnd({ clock })
    : words.after({ time: duration(minutesOverdue, language), clock })
}

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
