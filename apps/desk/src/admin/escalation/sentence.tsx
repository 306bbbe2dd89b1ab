/** An escalation rule as a sentence. */
import type { EscalationAction, EscalationLevel } from '#contracts/escalation/rules.ts'
import type { Scope } from '#contracts/kit/scope.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { shortSpan } from '#i18n/times.ts'
import { useScopeParts } from '../scope-text.tsx'
import { targetText } from '../target-select.tsx'
import { escalationMessages } from './messages.ts'

interface SentenceProps {
  readonly scope: Scope
  readonly level: EscalationLevel
  readonly then: EscalationAction
}

const minute = 60_000

export const EscalationSentence = ({ scope, level, then }: SentenceProps) => {
  const { words } = useMessages()
  const t = useMessages(escalationMessages)
  const { list, locale, percent } = useFormat()
  const { notify = [], priority, assign } = then
  const isNamed = Boolean(assign && !('onCall' in assign))
  const summary = useApi(taskSummary, {}, { staleMinutes: 10, enabled: isNamed })
  const where = useScopeParts(scope).join(' ')
  const whenOf = ({ clock, atPercent, minutesOverdue = 0 }: EscalationLevel): string => {
    if (atPercent !== undefined) return t.at[clock]({ percent: percent(atPercent / 100) })
    return minutesOverdue === 0
      ? t.over[clock]
      : t.late[clock]({ time: shortSpan(minutesOverdue * minute, locale) })
  }
  const given = (): string => {
    if (assign === undefined) return ''
    if (assign === null) return t.givesBack
    if ('onCall' in assign) return t.givesOnCall
    const who = targetText(assign, summary.data?.assignees ?? [])
    return t.gives({ who: who ?? (summary.data ? t.notActive : '…') })
  }
  const acts = [
    notify.length > 0 ? t.notifies({ people: list(notify.map((one) => t.notified[one])) }) : '',
    priority ? (priority === 'UP' ? t.raises : t.sets({ priority: words.priority[priority] })) : '',
    given(),
  ].filter((act) => act !== '')
  const values = { when: whenOf(level), acts: acts.length > 0 ? list(acts) : t.nothing }
  return <>{where ? t.sentenceWhere({ ...values, where }) : t.sentence(values)}</>
}
