/** One day of an operator: pattern, absence or other hours; and the weekly pattern of that weekday. */
import { NativeSelect, TextInput } from '@mantine/core'
import type { Operator } from '#contracts/operator/records.ts'
import { setShifts } from '#contracts/operator.ts'
import { weekdays } from '#contracts/service-hours.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { weekdayOf } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { adminMessages } from '../messages.ts'
import { shiftMessages } from './messages.ts'
import { type DayKind, overlapIn, patternOn, readTimes, shiftsOn, timesText, withDay } from './shift-text.ts'

const kinds: readonly DayKind[] = ['PATTERN', 'OFF', 'OTHER']

interface DayFormProps {
  /** the current version */
  readonly operator: Operator
  readonly date: string
  readonly onClose: () => void
}

export const DayForm = ({ operator, date, onClose }: DayFormProps) => {
  const { words } = useMessages()
  const t = useMessages(shiftMessages)
  const house = useMessages(adminMessages)
  const { day } = useFormat()
  const save = useAction(setShifts)
  const weekday = weekdayOf(date)
  const weekdayName = house.weekdays[weekdays[weekday - 1] ?? 'MONDAY']
  const weeklyOf = (pattern: string, { shifts }: Operator) => [
    ...shifts.weekly.filter((one) => one.day !== weekday),
    ...(readTimes(pattern) ?? []).map((one) => ({ day: weekday, ...one })),
  ]
  const draftOf = ({ shifts }: Operator) => {
    const own = shiftsOn(shifts, date)
    return {
      kind: own.kind as string,
      hours: own.kind === 'OTHER' ? timesText(own.times) : '',
      pattern: timesText(patternOn(shifts, weekday)),
    }
  }
  const form = useForm({
    record: operator,
    draft: (record = operator) => draftOf(record),
    write: (draft) => draft,
    body: setShifts,
    check: ({ kind, hours, pattern }) => ({
      hours: kind === 'OTHER' && (readTimes(hours)?.length ?? 0) === 0 && t.hoursWrong,
      pattern:
        readTimes(pattern) === undefined
          ? t.hoursWrong
          : overlapIn(weeklyOf(pattern, operator)) !== undefined && t.overlap({ day: weekdayName }),
    }),
    // The set is replaced as a whole, based on the version that was edited.
    update: (changes, seen) => {
      const { kind, hours, pattern } = { ...draftOf(seen), ...changes }
      const exceptions =
        'kind' in changes || 'hours' in changes
          ? withDay(seen.shifts.exceptions, date, { kind: kind as DayKind, times: readTimes(hours) ?? [] })
          : seen.shifts.exceptions
      return save.mutateAsync({
        params: { id: seen.id },
        ifMatch: seen.version,
        body: { weekly: weeklyOf(pattern, seen), exceptions },
      })
    },
    onDone: onClose,
  })
  const { kind } = form.values
  return (
    <FormDialog form={form} title={`${operator.name}, ${day(date)}`} submit={words.save} onClose={onClose}>
      <NativeSelect
        {...text(form, 'kind', t.dayKind, (one) => t.dayKinds[one as DayKind])}
        data={kinds.map((one) => ({ value: one, label: t.dayKinds[one] }))}
        data-autofocus
      />
      {kind === 'OTHER' ? (
        <TextInput {...text(form, 'hours', t.hours)} maxLength={undefined} placeholder="06:00–14:00" />
      ) : null}
      <TextInput
        {...text(form, 'pattern', t.every({ weekday: weekdayName }))}
        maxLength={undefined}
        description={t.weeklyHelp}
        placeholder={t.free}
      />
    </FormDialog>
  )
}
