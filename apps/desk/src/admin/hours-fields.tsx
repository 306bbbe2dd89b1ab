/** Seven lines of hours and the days on which nobody works. */
import { Button, Textarea, TextInput } from '@mantine/core'
import type { Holiday } from '#contracts/admin/settings.ts'
import { useT } from '../lib/language.tsx'
import { type HoursText, readDay, weekdays } from './hours.ts'

interface HoursFieldsProps {
  readonly value: HoursText
  readonly onChange: (value: HoursText) => void
}

export const HoursFields = ({ value, onChange }: HoursFieldsProps) => {
  const { house } = useT()
  return (
    <fieldset className="plain-fieldset hours">
      <legend>{house.hours}</legend>
      <small>{house.hoursHelp}</small>
      {weekdays.map((day) => (
        <TextInput
          key={day}
          label={house.weekdays[day]}
          placeholder={house.closed}
          value={value[day]}
          error={readDay(value[day]) === undefined ? house.hoursWrong : undefined}
          onChange={(event) => onChange({ ...value, [day]: event.currentTarget.value })}
        />
      ))}
      <div>
        <Button
          size="compact-sm"
          onClick={() =>
            onChange({
              ...value,
              TUESDAY: value.MONDAY,
              WEDNESDAY: value.MONDAY,
              THURSDAY: value.MONDAY,
              FRIDAY: value.MONDAY,
            })
          }
        >
          {house.likeMonday}
        </Button>
      </div>
    </fieldset>
  )
}

export const holidaysText = (holidays: readonly Holiday[]): string =>
  holidays.map(({ date, name }) => `${date} ${name}`).join('\n')

/** One day a line, `2026-12-25 Christmas`; undefined where a line is not understood. */
export const readHolidays = (text: string): Holiday[] | undefined => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const found = lines.map((line) => /^(\d{4}-\d{2}-\d{2})\s+(.{1,80})$/.exec(line))
  if (found.some((match) => match === null)) return undefined
  return found.flatMap((match) => (match?.[1] && match[2] ? [{ date: match[1], name: match[2] }] : []))
}

interface HolidaysFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export const HolidaysField = ({ value, onChange }: HolidaysFieldProps) => {
  const { house } = useT()
  return (
    <Textarea
      label={house.holidays}
      description={house.holidaysHelp}
      autosize
      minRows={2}
      value={value}
      error={readHolidays(value) === undefined ? house.holidaysWrong : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
