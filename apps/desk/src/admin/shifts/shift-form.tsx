/** All shifts of an operator: weekly pattern and exceptions. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { newId } from '#client/unique-id.ts'
import type { Operator, Shifts } from '#contracts/operator/records.ts'
import { setShifts } from '#contracts/operator.ts'
import { weekdays } from '#contracts/service-hours.ts'
import { Group } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { adminMessages } from '../messages.ts'
import { shiftMessages } from './messages.ts'
import { type DayKind, overlapIn, patternOn, readTimes, shiftsOn, timesText, withDay } from './shift-text.ts'

interface DayLine {
  readonly id: string
  readonly date: string
  readonly kind: Exclude<DayKind, 'PATTERN'>
  readonly hours: string
}

interface Draft {
  /** Monday first */
  readonly weekly: readonly string[]
  readonly exceptions: readonly DayLine[]
}

const draftOf = (shifts: Shifts): Draft => ({
  weekly: weekdays.map((_, index) => timesText(patternOn(shifts, index + 1))),
  exceptions: [...new Set(shifts.exceptions.map(({ date }) => date))].sort().map((date) => {
    const { kind, times } = shiftsOn(shifts, date)
    return { id: date, date, kind: kind === 'OTHER' ? kind : 'OFF', hours: timesText(times) }
  }),
})

const bodyOf = ({ weekly, exceptions }: Draft): Shifts => ({
  weekly: weekly.flatMap((text, index) => (readTimes(text) ?? []).map((one) => ({ day: index + 1, ...one }))),
  exceptions: exceptions.reduce<Shifts['exceptions']>(
    (all, { date, kind, hours }) => withDay(all, date, { kind, times: readTimes(hours) ?? [] }),
    [],
  ),
})

interface DayLinesProps {
  readonly lines: readonly DayLine[]
  readonly onChange: (lines: readonly DayLine[]) => void
}

const DayLines = ({ lines, onChange }: DayLinesProps) => {
  const { words } = useMessages()
  const t = useMessages(shiftMessages)
  const { day } = useFormat()
  const { tenant } = useMe()
  const set = (id: string, part: Partial<DayLine>): void =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))
  return (
    <>
      {lines.map((line) => (
        <fieldset key={line.id} className="line-fields">
          <legend className="hidden">{line.date ? day(line.date) : t.date}</legend>
          <TextInput
            type="date"
            label={t.date}
            value={line.date}
            onChange={(event) => set(line.id, { date: event.currentTarget.value })}
          />
          <NativeSelect
            label={t.dayKind}
            value={line.kind}
            onChange={(event) => set(line.id, { kind: event.currentTarget.value as DayLine['kind'] })}
            data={(['OFF', 'OTHER'] as const).map((kind) => ({ value: kind, label: t.dayKinds[kind] }))}
          />
          {line.kind === 'OTHER' ? (
            <TextInput
              label={t.hours}
              placeholder="06:00–14:00"
              value={line.hours}
              onChange={(event) => set(line.id, { hours: event.currentTarget.value })}
            />
          ) : (
            <span />
          )}
          <ActionIcon
            aria-label={`${words.remove}: ${line.date ? day(line.date) : t.date}`}
            onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      <div>
        <Button
          size="compact-sm"
          onClick={() =>
            onChange([...lines, { id: newId(), date: todayIn(tenant.timeZone), kind: 'OFF', hours: '' }])
          }
        >
          {t.addException}
        </Button>
      </div>
    </>
  )
}

interface ShiftFormProps {
  /** the current version */
  readonly operator: Operator
  readonly onClose: () => void
}

export const ShiftForm = ({ operator, onClose }: ShiftFormProps) => {
  const { words } = useMessages()
  const t = useMessages(shiftMessages)
  const house = useMessages(adminMessages)
  const { list, day: dayText } = useFormat()
  const save = useAction(setShifts)
  const dayName = (index: number): string => house.weekdays[weekdays[index] ?? 'MONDAY']
  const form = useForm({
    record: operator,
    draft: (record = operator) => draftOf(record.shifts),
    write: bodyOf,
    body: setShifts,
    check: ({ weekly, exceptions }) => {
      const wrong = weekly.findIndex((text) => readTimes(text) === undefined)
      const overlap = overlapIn(bodyOf({ weekly, exceptions: [] }).weekly)
      return {
        weekly:
          wrong >= 0
            ? t.wrong({ day: dayName(wrong) })
            : overlap !== undefined && t.overlap({ day: dayName(overlap - 1) }),
        exceptions:
          exceptions.some(
            ({ date, kind, hours }) =>
              date === '' || (kind === 'OTHER' && (readTimes(hours)?.length ?? 0) === 0),
          ) && t.exceptionWrong,
      }
    },
    // The set is replaced as a whole; untouched parts are sent as they were read.
    update: (body, { id, version, shifts }) =>
      save.mutateAsync({ params: { id }, ifMatch: version, body: { ...shifts, ...body } }),
    onDone: onClose,
  })
  const { weekly, exceptions } = form.values
  return (
    <FormDialog
      form={form}
      title={t.editTitle({ name: operator.name })}
      submit={words.save}
      onClose={onClose}
      wide
    >
      <Group
        form={form}
        name="weekly"
        legend={t.weekly}
        help={t.weeklyHelp}
        format={(theirs: readonly string[]) =>
          list(theirs.map((text, index) => `${dayName(index)} ${text || t.free}`))
        }
      >
        <div className="hours">
          {weekdays.map((weekday, index) => (
            <TextInput
              key={weekday}
              label={house.weekdays[weekday]}
              placeholder={t.free}
              value={weekly[index] ?? ''}
              aria-invalid={readTimes(weekly[index] ?? '') === undefined || undefined}
              onChange={(event) =>
                form.set({
                  weekly: weekly.map((text, at) => (at === index ? event.currentTarget.value : text)),
                })
              }
            />
          ))}
        </div>
      </Group>
      <Group
        form={form}
        name="exceptions"
        legend={t.exceptions}
        help={t.exceptionsHelp}
        format={(theirs: readonly DayLine[]) => list(theirs.map(({ date }) => dayText(date)))}
      >
        <DayLines lines={exceptions} onChange={(lines) => form.set({ exceptions: lines })} />
      </Group>
    </FormDialog>
  )
}
