/** A period of days: presets and a custom range. */
import { Button, Popover, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { plusDays, todayIn } from '../lib/days.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { useViewer } from '../lib/me.ts'

export interface Days {
  readonly from: string | undefined
  readonly to: string | undefined
}

interface PeriodFilterProps extends Days {
  /** label when nothing is chosen */
  readonly none: string
  readonly onChange: (days: Days) => void
}

export const PeriodFilter = ({ from, to, none, onChange }: PeriodFilterProps) => {
  const { period } = useMessages()
  const { staff, timeZone } = useViewer()
  const zone = staff?.tenant.timeZone ?? timeZone
  const { day } = useFormat()
  const [opened, setOpened] = useState(false)
  const today = todayIn(zone)
  const presets = [1, 7, 30, 90, 365].map((length) => ({
    length,
    from: plusDays(today, 1 - length),
    to: today,
  }))
  const preset = presets.find((one) => one.from === from && one.to === to)
  const shown = preset
    ? period.last({ days: preset.length })
    : from || to
      ? `${from ? day(from) : '…'} – ${to ? day(to) : '…'}`
      : none
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          className={`filter ${from || to ? 'on' : ''}`}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="form">
          <div className="actions">
            {presets.map((one) => (
              <Button
                key={one.length}
                size="compact-sm"
                aria-pressed={one === preset}
                className={`filter ${one === preset ? 'on' : ''}`}
                onClick={() => {
                  onChange({ from: one.from, to: one.to })
                  setOpened(false)
                }}
              >
                {period.last({ days: one.length })}
              </Button>
            ))}
          </div>
          <div className="two">
            <TextInput
              type="date"
              label={period.from}
              value={from ?? ''}
              max={to ?? today}
              onChange={(event) => onChange({ from: event.currentTarget.value || undefined, to })}
            />
            <TextInput
              type="date"
              label={period.to}
              value={to ?? ''}
              min={from}
              max={today}
              onChange={(event) => onChange({ from, to: event.currentTarget.value || undefined })}
            />
          </div>
          <small>{period.zone({ zone })}</small>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
