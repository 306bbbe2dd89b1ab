/** Enabled rules for each clock, in the order in which they apply. */
import { type EscalationRule, listEscalationRules } from '#contracts/escalation/rules.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { shortSpan } from '#i18n/times.ts'
import { escalationMessages } from './messages.ts'

const clocks = ['RESPOND', 'RESOLVE', 'DUE'] as const
const minute = 60_000

/** Sorts by time: percentages up to the deadline, minutes after it, then percentages above 100. */
const placeOf = ({ level: { atPercent, minutesOverdue = 0 } }: EscalationRule): readonly [number, number] => {
  if (atPercent === undefined) return [1, minutesOverdue]
  return [atPercent <= 100 ? 0 : 2, atPercent]
}

const inOrder = (one: EscalationRule, other: EscalationRule): number => {
  const [[part, at], [otherPart, otherAt]] = [placeOf(one), placeOf(other)]
  return part - otherPart || at - otherAt
}

export const Timeline = () => {
  const t = useMessages(escalationMessages)
  const { locale, percent } = useFormat()
  const rules = useApi(listEscalationRules, { query: { enabled: true, pageSize: 100 } })
  const moment = ({ level: { atPercent, minutesOverdue = 0 } }: EscalationRule): string => {
    if (atPercent !== undefined) return t.used({ percent: percent(atPercent / 100) })
    return minutesOverdue === 0 ? t.atEnd : t.after({ time: shortSpan(minutesOverdue * minute, locale) })
  }
  const of = (clock: (typeof clocks)[number]): EscalationRule[] =>
    (rules.data?.items ?? []).filter(({ level }) => level.clock === clock).sort(inOrder)
  const shown = clocks.map((clock) => ({ clock, steps: of(clock) })).filter(({ steps }) => steps.length > 0)
  if (shown.length === 0) return null
  return (
    <dl className="facts wide-facts order-line" aria-label={t.timeline}>
      {shown.map(({ clock, steps }) => (
        <div key={clock}>
          <dt>{t.clocks[clock]}</dt>
          <dd>
            <ol>
              {steps.map((rule) => (
                <li key={rule.id}>
                  <strong>{moment(rule)}</strong> <bdi>{rule.name}</bdi>
                </li>
              ))}
            </ol>
          </dd>
        </div>
      ))}
    </dl>
  )
}
