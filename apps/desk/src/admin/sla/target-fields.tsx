/** Targets by priority: time to respond and to resolve, and the clock that counts. */
import { NativeSelect, NumberInput } from '@mantine/core'
import { type Priority, priorities } from '#contracts/records.ts'
import type { SlaTarget } from '#contracts/sla/policies.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { PriorityMark } from '#desk-kit/parts/mark.tsx'
import { shortSpan } from '#i18n/times.ts'
import { slaMessages } from './messages.ts'
import type { Amount, TargetDraft, TargetDrafts, Unit } from './targets.ts'

/** The highest priority first. */
const byUrgency = priorities.toReversed()

/** "Urgent: 15 min / 2 hr, around the clock" for each priority. */
export const TargetsInShort = ({ targets }: { targets: Readonly<Record<Priority, SlaTarget>> }) => {
  const { words } = useMessages()
  const t = useMessages(slaMessages)
  const { locale } = useFormat()
  const span = (minutes: number | undefined, days: number | undefined): string =>
    days === undefined ? shortSpan((minutes ?? 0) * 60_000, locale, false) : t.days({ count: days })
  return (
    <ul className="plain-list">
      {byUrgency.map((priority) => {
        const { respondMinutes, respondDays, resolveMinutes, resolveDays, clock } = targets[priority]
        const values = {
          priority: words.priority[priority],
          respond: span(respondMinutes, respondDays),
          resolve: span(resolveMinutes, resolveDays),
        }
        return <li key={priority}>{clock === 'ALWAYS' ? t.shortAlways(values) : t.short(values)}</li>
      })}
    </ul>
  )
}

interface AmountFieldProps {
  readonly priority: Priority
  readonly part: string
  readonly amount: Amount
  readonly set: (amount: Amount) => void
}

const AmountField = ({ priority, part, amount, set }: AmountFieldProps) => {
  const { words } = useMessages()
  const t = useMessages(slaMessages)
  const of = { priority: words.priority[priority], part }
  return (
    <span className="amount">
      <NumberInput
        aria-label={t.amountOf(of)}
        min={1}
        allowDecimal={false}
        hideControls
        value={amount.count}
        onChange={(count) => set({ ...amount, count: count === '' ? '' : Number(count) })}
      />
      <NativeSelect
        aria-label={t.unitOf(of)}
        value={amount.unit}
        onChange={(event) => set({ ...amount, unit: event.currentTarget.value as Unit })}
        data={(['MINUTES', 'HOURS', 'DAYS'] as const).map((value) => ({
          value,
          label: t.units[value]({ count: amount.count === '' ? 0 : amount.count }),
        }))}
      />
    </span>
  )
}

interface TargetFieldsProps {
  readonly drafts: TargetDrafts
  readonly onChange: (drafts: TargetDrafts) => void
}

export const TargetFields = ({ drafts, onChange }: TargetFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(slaMessages)
  const set = (priority: Priority, part: Partial<TargetDraft>): void =>
    onChange({ ...drafts, [priority]: { ...drafts[priority], ...part } })
  return (
    <table className="table targets">
      <thead>
        <tr>
          {[t.priority, t.respond, t.resolve, t.runs].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {byUrgency.map((priority) => (
          <tr key={priority}>
            <td data-label={t.priority}>
              <PriorityMark priority={priority} />
            </td>
            {(['respond', 'resolve'] as const).map((part) => (
              <td key={part} data-label={t[part]}>
                <AmountField
                  priority={priority}
                  part={t[part]}
                  amount={drafts[priority][part]}
                  set={(amount) => set(priority, { [part]: amount })}
                />
              </td>
            ))}
            <td data-label={t.runs}>
              <NativeSelect
                aria-label={t.amountOf({ priority: words.priority[priority], part: t.runs })}
                value={drafts[priority].clock}
                onChange={(event) =>
                  set(priority, { clock: event.currentTarget.value === 'ALWAYS' ? 'ALWAYS' : 'HOURS' })
                }
                data={(['ALWAYS', 'HOURS'] as const).map((value) => ({ value, label: t.clocks[value] }))}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
