/** Field for day and time: typed in short forms, chosen quickly, or picked in the browser's calendar. */
import { Button, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { instantOf, plusDays, todayIn } from '../lib/days.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { useDateTimeText } from '../parts/datetime-text.ts'
import { closesItself } from '../parts/filters.tsx'
import { fromLocalField, toLocalField } from '../parts/local-datetime.ts'

interface MomentFieldProps {
  readonly label: string
  /** as `useDateTimeText` shows and reads it */
  readonly value: string
  readonly error?: ReactNode
  readonly onChange: (typed: string) => void
  /** the first field of a dialog */
  readonly first?: boolean
  /** Escape is the layer's own */
  readonly inLayer?: boolean
  /** shown beside the time; default: the reader's */
  readonly zone?: string | undefined
  /** is usually in the past, so that no time to come is offered */
  readonly past?: boolean
  readonly onBlur?: () => void
  /** what an empty field means */
  readonly help?: string
}

export const MomentField = ({ label, value, error, onChange, first, inLayer, ...more }: MomentFieldProps) => {
  const { words } = useMessages()
  const { full, timeZone } = useFormat()
  const { zone = timeZone, past = false, onBlur, help } = more
  const dateTime = useDateTimeText(zone)
  const picker = useRef<HTMLInputElement>(null)
  const read = dateTime.read(value)
  const on = (days: number, time: string): string =>
    instantOf(plusDays(todayIn(timeZone), days), time, timeZone)
  const soon = [
    ['today', on(0, '17:00')],
    ['tomorrow', on(1, '09:00')],
    ['nextWeek', on(7, '09:00')],
  ] as const
  return (
    <div className="moment">
      <TextInput
        label={label}
        value={value}
        error={error}
        description={read ? `${full(read)} (${zone})` : [help, dateTime.help].filter(Boolean).join(' ')}
        autoComplete="off"
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(first ? { 'data-autofocus': true } : {})}
        {...(inLayer ? closesItself : {})}
        rightSection={
          <button
            type="button"
            className="moment-open"
            aria-label={words.pickMoment}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={18} aria-hidden />
          </button>
        }
      />
      <input
        ref={picker}
        type="datetime-local"
        className="moment-picker"
        tabIndex={-1}
        aria-hidden="true"
        value={toLocalField(read ?? null, timeZone)}
        onChange={(event) => {
          const picked = fromLocalField(event.currentTarget.value, timeZone)
          if (picked !== null) onChange(dateTime.show(picked))
        }}
      />
      {past ? null : (
        <div className="moment-soon">
          {soon.map(([name, at]) =>
            Date.parse(at) > Date.now() ? (
              <Button key={name} size="compact-sm" onClick={() => onChange(dateTime.show(at))}>
                {words.soon[name]}
              </Button>
            ) : null,
          )}
        </div>
      )}
    </div>
  )
}
