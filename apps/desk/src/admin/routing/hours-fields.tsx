/** Weekdays and times at which a rule applies. */
import { Checkbox, TextInput } from '@mantine/core'
import type { RoutingHours } from '#contracts/routing/rules.ts'
import { weekdays } from '#contracts/service-hours.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { FilterMenu } from '#desk-kit/parts/filters.tsx'
import { adminMessages } from '../messages.ts'
import { routingMessages } from './messages.ts'

const atNight: RoutingHours = { days: [1, 2, 3, 4, 5], from: '18:00', to: '06:00' }

interface HoursFieldsProps {
  readonly hours: RoutingHours | undefined
  readonly onChange: (hours: RoutingHours | undefined) => void
}

export const HoursFields = ({ hours, onChange }: HoursFieldsProps) => {
  const t = useMessages(routingMessages)
  const house = useMessages(adminMessages)
  return (
    <>
      <Checkbox
        label={t.hours}
        checked={hours !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? atNight : undefined)}
      />
      {hours ? (
        <div className="actions">
          <FilterMenu
            label={t.days}
            choices={weekdays.map((day, index) => ({ value: String(index + 1), label: house.weekdays[day] }))}
            chosen={hours.days.map(String)}
            onChange={(days) =>
              onChange({ ...hours, days: (days ?? hours.days.map(String)).map(Number).sort((a, b) => a - b) })
            }
          />
          <TextInput
            type="time"
            label={t.from}
            value={hours.from}
            onChange={(event) => onChange({ ...hours, from: event.currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t.to}
            value={hours.to}
            description={hours.to <= hours.from ? t.overMidnight : undefined}
            onChange={(event) => onChange({ ...hours, to: event.currentTarget.value })}
          />
        </div>
      ) : null}
    </>
  )
}
