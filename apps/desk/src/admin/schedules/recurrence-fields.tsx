/** Recurrence by controls, or as an RRULE. */
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { createSchedule } from '#contracts/schedules.ts'
import { type Weekday, weekdays } from '#contracts/service-hours.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { FilterMenu } from '#desk-kit/parts/filters.tsx'
import { adminMessages } from '../messages.ts'
import { scheduleMessages } from './messages.ts'
import {
  type Nth,
  nths,
  type Recurrence,
  type RecurrenceKind,
  recurrenceKinds,
  rruleOf,
} from './recurrence.ts'

const monthDays = [...Array(31).keys()].map((index) => index + 1)
const mostApart = 10_000

interface RecurrenceFieldsProps {
  readonly recurrence: Recurrence
  readonly fault: string | undefined
  /** left out: all */
  readonly kinds?: readonly RecurrenceKind[]
  readonly onChange: (rhythm: Recurrence) => void
}

export const RecurrenceFields = ({
  recurrence,
  fault,
  kinds = recurrenceKinds,
  onChange,
}: RecurrenceFieldsProps) => {
  const t = useMessages(scheduleMessages)
  const house = useMessages(adminMessages)
  const { kind } = recurrence
  const set = (part: Partial<Recurrence>): void => onChange({ ...recurrence, ...part })
  const days = weekdays.map((day) => ({ value: day, label: house.weekdays[day] }))
  return (
    <>
      <NativeSelect
        label={t.repeats}
        value={kind}
        onChange={(event) => {
          const next = event.currentTarget.value as RecurrenceKind
          // Switching to the RRULE starts from the controls' values.
          set({ kind: next, ...(next === 'RULE' ? { rule: rruleOf(recurrence) ?? recurrence.rule } : {}) })
        }}
        data={kinds.map((value) => ({ value, label: t.kinds[value] }))}
      />
      <div className="two">
        {kind === 'ONCE' || kind === 'RULE' ? null : (
          <NumberInput
            label={t.every[kind]}
            min={1}
            max={mostApart}
            allowDecimal={false}
            value={recurrence.every}
            onChange={(every) => set({ every: Number(every) || 1 })}
          />
        )}
        {kind === 'MONTH_DAY' ? (
          <NativeSelect
            label={t.day}
            value={String(recurrence.monthDay)}
            onChange={(event) => set({ monthDay: Number(event.currentTarget.value) })}
            data={[
              ...monthDays.map((day) => ({ value: String(day), label: t.dayOf({ day: String(day) }) })),
              { value: '-1', label: t.lastDay },
            ]}
          />
        ) : null}
        {kind === 'MONTH_WEEKDAY' ? (
          <>
            <NativeSelect
              label={t.which}
              value={recurrence.nth}
              onChange={(event) => set({ nth: event.currentTarget.value as Nth })}
              data={nths.map((value) => ({ value, label: t.nths[value] }))}
            />
            <NativeSelect
              label={t.weekday}
              value={recurrence.weekday}
              onChange={(event) => set({ weekday: event.currentTarget.value as Weekday })}
              data={days}
            />
          </>
        ) : null}
      </div>
      {kind === 'WEEKS' ? (
        <div className="actions">
          <FilterMenu
            label={t.days}
            choices={days}
            chosen={recurrence.days}
            onChange={(chosen = []) => set({ days: weekdays.filter((day) => chosen.includes(day)) })}
          />
          <small>{t.daysHelp}</small>
        </div>
      ) : null}
      {kind === 'RULE' ? (
        <TextInput
          label={t.rule}
          description={t.ruleHelp}
          maxLength={bodyField(createSchedule, 'rrule')?.maxLength ?? 1}
          value={recurrence.rule}
          error={fault}
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => set({ rule: event.currentTarget.value })}
        />
      ) : fault ? (
        <div className="field-problem">{fault}</div>
      ) : null}
    </>
  )
}
