/** A period of days: presets, calendar periods and a custom range, and what it is compared with. */
import { Button, Popover, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { plusDays, todayIn } from '../lib/days.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { useViewer } from '../lib/me.ts'
import { calendarPeriod, calendarPeriods, hasYearBefore } from '../lib/periods.ts'

export interface Days {
  readonly from: string | undefined
  readonly to: string | undefined
  /** left out: with the previous period */
  readonly compare?: 'YEAR_BEFORE' | undefined
}

interface PeriodFilterProps extends Days {
  /** the figures have changes, so that the year before is offered */
  readonly comparable?: boolean
  /** label when nothing is chosen */
  readonly none: string
  readonly onChange: (days: Days) => void
}

interface PresetsProps {
  readonly presets: readonly (Days & { readonly label: string })[]
  readonly chosen: (Days & { readonly label: string }) | undefined
  readonly choose: (days: Days) => void
}

const Presets = ({ presets, chosen, choose }: PresetsProps) => (
  <div className="actions">
    {presets.map((one) => (
      <Button
        key={one.label}
        size="compact-sm"
        aria-pressed={one === chosen}
        className={`filter ${one === chosen ? 'on' : ''}`}
        onClick={() => choose(one)}
      >
        {one.label}
      </Button>
    ))}
  </div>
)

export const PeriodFilter = ({
  from,
  to,
  compare,
  comparable = false,
  none,
  onChange,
}: PeriodFilterProps) => {
  const { period } = useMessages()
  const { staff, timeZone, firstDay } = useViewer()
  const zone = staff?.tenant.timeZone ?? timeZone
  const { day } = useFormat()
  const [opened, setOpened] = useState(false)
  const today = todayIn(zone)
  const last = [1, 7, 30, 90, 365].map((length) => ({
    label: period.last({ days: length }),
    from: plusDays(today, 1 - length),
    to: today,
  }))
  const calendar = calendarPeriods.map((name) => ({
    label: period.calendar[name],
    ...calendarPeriod(name, today, firstDay),
  }))
  const preset = [...calendar, ...last].find((one) => one.from === from && one.to === to)
  const dates = from || to ? `${from ? day(from) : '…'} – ${to ? day(to) : '…'}` : none
  const days = preset?.label ?? dates
  // A longer period has no year before.
  const change = (next: Days): void => {
    const fits = comparable && hasYearBefore(next.from, next.to, today)
    onChange({ from: next.from, to: next.to, ...(fits && next.compare ? { compare: next.compare } : {}) })
  }
  const choose = (next: Days): void => {
    change({ from: next.from, to: next.to, compare })
    setOpened(false)
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width="min(440px, calc(100vw - 24px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          className={`filter ${from || to || compare ? 'on' : ''}`}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {compare ? period.againstYear({ days }) : days}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="form">
          <Presets presets={last} chosen={preset} choose={choose} />
          <Presets presets={calendar} chosen={preset} choose={choose} />
          <div className="two">
            <TextInput
              type="date"
              label={period.from}
              value={from ?? ''}
              max={to ?? today}
              onChange={(event) => change({ from: event.currentTarget.value || undefined, to, compare })}
            />
            <TextInput
              type="date"
              label={period.to}
              value={to ?? ''}
              min={from}
              onChange={(event) => change({ from, to: event.currentTarget.value || undefined, compare })}
            />
          </div>
          {comparable && hasYearBefore(from, to, today) ? (
            <div className="actions">
              <Button
                size="compact-sm"
                aria-pressed={compare !== undefined}
                className={`filter ${compare ? 'on' : ''}`}
                onClick={() => change({ from, to, compare: compare ? undefined : 'YEAR_BEFORE' })}
              >
                {period.compareYear}
              </Button>
            </div>
          ) : null}
          <small>{period.zone({ zone })}</small>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
