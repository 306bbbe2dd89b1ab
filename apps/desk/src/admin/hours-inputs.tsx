/** Seven inputs for service hours, usable without a form. */
import { Button, TextInput } from '@mantine/core'
import { type HoursText, readDay, weekdays } from '#contracts/service-hours.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { adminMessages } from './messages.ts'

interface HoursInputsProps {
  readonly value: HoursText
  readonly onChange: (next: HoursText) => void
}

export const HoursInputs = ({ value, onChange }: HoursInputsProps) => {
  const house = useMessages(adminMessages)
  return (
    <>
      <div className="hours">
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
      </div>
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
    </>
  )
}
