/** The rhythm by plain controls, or as the rule itself. */
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { type Weekday, weekdays } from '#contracts/admin/hours.ts'
import { createSchedule } from '#contracts/admin/schedules.ts'
import { bodyField } from '../../lib/contract.ts'
import { useWords } from '../../lib/language.tsx'
import { FilterMenu } from '../../parts/filters.tsx'
import { houseWords } from '../words.ts'
import { type Nth, nths, type Rhythm, type RhythmKind, rhythmKinds, rruleOf } from './rhythm.ts'
import { scheduleWords } from './words.ts'

const monthDays = [...Array(31).keys()].map((index) => index + 1)
const mostApart = 10_000

interface RhythmFieldsProps {
  readonly rhythm: Rhythm
  readonly fault: string | undefined
  /** left out: all */
  readonly kinds?: readonly RhythmKind[]
  readonly onChange: (rhythm: Rhythm) => void
}

export const RhythmFields = ({ rhythm, fault, kinds = rhythmKinds, onChange }: RhythmFieldsProps) => {
  const t = useWords(scheduleWords)
  const house = useWords(houseWords)
  const { kind } = rhythm
  const set = (part: Partial<Rhythm>): void => onChange({ ...rhythm, ...part })
  const days = weekdays.map((day) => ({ value: day, label: house.weekdays[day] }))
  return (
    <>
      <NativeSelect
        label={t.repeats}
        value={kind}
        onChange={(event) => {
          const next = event.currentTarget.value as RhythmKind
          // Whoever turns to the rule goes on from what the controls said.
          set({ kind: next, ...(next === 'RULE' ? { rule: rruleOf(rhythm) ?? rhythm.rule } : {}) })
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
            value={rhythm.every}
            onChange={(every) => set({ every: Number(every) || 1 })}
          />
        )}
        {kind === 'MONTH_DAY' ? (
          <NativeSelect
            label={t.day}
            value={String(rhythm.monthDay)}
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
              value={rhythm.nth}
              onChange={(event) => set({ nth: event.currentTarget.value as Nth })}
              data={nths.map((value) => ({ value, label: t.nths[value] }))}
            />
            <NativeSelect
              label={t.weekday}
              value={rhythm.weekday}
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
            chosen={rhythm.days}
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
          value={rhythm.rule}
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
