/** Form fields for weekly service hours and holidays. */
import { Textarea } from '@mantine/core'
import { type HoursText, weekdays } from '#contracts/service-hours.ts'
import type { Holiday } from '#contracts/settings.ts'
import { Group, type TextsOf, text } from '#desk-kit/form/fields.tsx'
import type { Form } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { HoursInputs } from './hours-inputs.tsx'
import { adminMessages } from './messages.ts'

interface HoursFieldsProps<D extends object> {
  readonly form: Form<D>
  readonly name: { [K in keyof D]: D[K] extends HoursText ? K : never }[keyof D]
}

export const HoursFields = <D extends object>({ form, name }: HoursFieldsProps<D>) => {
  const house = useMessages(adminMessages)
  const value = form.values[name] as HoursText
  const change = (next: HoursText): void => form.set({ [name]: next } as Partial<D>)
  const describe = (hours: HoursText): string =>
    weekdays.map((day) => `${house.weekdays[day]} ${hours[day] || house.closed}`).join(', ')
  return (
    <Group form={form} name={name} legend={house.hours} help={house.hoursHelp} format={describe}>
      <HoursInputs value={value} onChange={change} />
    </Group>
  )
}

export const holidaysText = (holidays: readonly Holiday[]): string =>
  holidays.map(({ date, name }) => `${date} ${name}`).join('\n')

/** One day a line, `2026-12-25 Christmas`; undefined where a line cannot be parsed. */
export const readHolidays = (typed: string): Holiday[] | undefined => {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const found = lines.map((line) => /^(\d{4}-\d{2}-\d{2})\s+(.{1,80})$/.exec(line))
  if (found.some((match) => match === null)) return undefined
  return found.flatMap((match) => (match?.[1] && match[2] ? [{ date: match[1], name: match[2] }] : []))
}

interface HolidaysFieldProps<D extends object> {
  readonly form: Form<D>
  readonly name: TextsOf<D>
}

export const HolidaysField = <D extends object>({ form, name }: HolidaysFieldProps<D>) => {
  const house = useMessages(adminMessages)
  const field = text(form, name, house.holidays)
  const unread = readHolidays(field.value) === undefined
  return (
    <Textarea
      {...field}
      description={house.holidaysHelp}
      autosize
      minRows={2}
      error={field.error ?? (unread ? house.holidaysWrong : undefined)}
    />
  )
}
