/** Week grid: operators as rows, days as columns, on-call turns and gaps above. On a phone one day below another. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Operator } from '#contracts/operator/records.ts'
import { setShifts } from '#contracts/operator.ts'
import { todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ActionMenu } from '#desk-kit/list/actions.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { DutyMark } from '../operators/marks.tsx'
import { useSkills } from '../operators/skills.ts'
import { shiftMessages } from './messages.ts'
import { shiftsOn, type Times } from './shift-text.ts'
import { isAway, type Lack, type OnCallDay } from './week.ts'

export interface WeekActions {
  readonly openDay: (operator: Operator, date: string) => void
  readonly openAll: (operator: Operator) => void
  readonly copy: (operator: Operator) => void
}

interface WeekProps extends WeekActions {
  readonly days: readonly OnCallDay[]
  readonly operators: readonly Operator[]
  readonly timeZone: string
  /** the reader has chosen a building */
  readonly inBuilding: boolean
  /** shown while the on-call turns are loading or failed */
  readonly onCallState: ReactNode
}

export const useDayName = (): ((date: string, weekday?: 'short' | 'long') => string) => {
  const { locale } = useFormat()
  return (date, weekday = 'short') =>
    new Intl.DateTimeFormat(locale, { weekday, day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
      Date.parse(`${date}T12:00:00Z`),
    )
}

const timesText = (times: readonly Times[]): string => times.map(({ from, to }) => `${from}–${to}`).join(', ')

const isAllDay = ([first, ...more]: readonly Times[]): boolean =>
  more.length === 0 && first?.from === '00:00' && first.to === '24:00'

/** A place is named without the building that the reader has chosen. */
const useLackText = (inBuilding: boolean): ((lack: Lack) => string) => {
  const t = useMessages(shiftMessages)
  const { name: skillName } = useSkills()
  return ({ buildings: [first, ...more], skill, times }) => {
    const name = first?.name ?? ''
    const building = more.length > 0 ? t.buildings({ name, count: more.length }) : name
    const known = skill === null ? building : skillName(skill)
    const place = skill === null || inBuilding ? known : t.skillAt({ skill: known, place: building })
    return isAllDay(times) ? t.nobodyForAllDay({ place }) : t.nobodyFor({ place, times: timesText(times) })
  }
}

const shownLacks = 2

const Lacks = ({ lacks, text }: { lacks: readonly Lack[]; text: (lack: Lack) => string }) =>
  lacks.map((lack) => (
    <li key={text(lack)} className="gap">
      <Mark tone="warn">{text(lack)}</Mark>
    </li>
  ))

const OnCallTurns = ({
  day: { turns, gaps, lacks },
  inBuilding,
}: {
  day: OnCallDay
  inBuilding: boolean
}) => {
  const t = useMessages(shiftMessages)
  const text = useLackText(inBuilding)
  // One more line is not worth a press.
  const shown = lacks.length > shownLacks + 1 ? shownLacks : lacks.length
  return (
    <ul className="turns">
      {turns.map(({ operator, from, to }) => (
        <li key={`${operator.id}${from}`}>
          <span className="clock">
            {from}–{to}
          </span>{' '}
          <bdi>{operator.name}</bdi>
        </li>
      ))}
      {gaps.map((gap) => (
        <li key={gap.from} className="gap">
          <Mark tone="bad">{isAllDay([gap]) ? t.nobodyAllDay : t.nobody(gap)}</Mark>
        </li>
      ))}
      <Lacks lacks={lacks.slice(0, shown)} text={text} />
      {shown < lacks.length ? (
        <li>
          <details>
            <summary>{t.moreGaps({ count: lacks.length - shown })}</summary>
            <ul className="turns">
              <Lacks lacks={lacks.slice(shown)} text={text} />
            </ul>
          </details>
        </li>
      ) : null}
    </ul>
  )
}

interface CellProps {
  readonly operator: Operator
  readonly date: string
  readonly timeZone: string
  readonly onOpen: () => void
  /** repeats the operator's name, where there is no row heading */
  readonly named?: boolean
}

const Cell = ({ operator, date, timeZone, onOpen, named }: CellProps) => {
  const t = useMessages(shiftMessages)
  const dayName = useDayName()
  const { kind, times } = shiftsOn(operator.shifts, date)
  const away = times.some(({ from }) => isAway(operator, date, from, timeZone))
  return (
    <button type="button" className={`shift-cell ${times.length > 0 && !away ? 'on' : ''}`} onClick={onOpen}>
      {named ? <bdi className="shift-name">{operator.name}</bdi> : null}
      <span className="hidden">
        {named ? '' : operator.name}, {dayName(date, 'long')}:{' '}
      </span>
      {kind === 'OFF' ? (
        <Mark tone="warn">{t.off}</Mark>
      ) : times.length === 0 ? (
        <span className="quiet">
          {named ? t.free : <span aria-hidden>–</span>}
          {named ? null : <span className="hidden">{t.free}</span>}
        </span>
      ) : (
        times.map((one) => (
          <span key={one.from} className={away ? 'clock quiet' : 'clock'}>
            {one.from}–{one.to}
          </span>
        ))
      )}
      {away ? <Mark tone="warn">{t.off}</Mark> : null}
      {kind === 'OTHER' ? <small>{t.exception}</small> : null}
    </button>
  )
}

const Person = ({ operator, ...actions }: { operator: Operator } & WeekActions) => {
  const t = useMessages(shiftMessages)
  return (
    <div className="shift-person">
      <span>
        <Link to="/operators/$id" params={{ id: operator.id }}>
          {operator.name}
        </Link>
        <span className="shift-duty">
          <DutyMark operator={operator} />
        </span>
      </span>
      <ActionMenu
        name={operator.name}
        actions={[
          { label: t.editShifts, by: setShifts, layer: () => null },
          { label: t.copyWeek, by: setShifts, layer: () => null },
        ]}
        run={({ label }) => (label === t.copyWeek ? actions.copy(operator) : actions.openAll(operator))}
      />
    </div>
  )
}

export const WeekTable = ({ days, operators, timeZone, inBuilding, onCallState, ...actions }: WeekProps) => {
  const { places } = useMessages()
  const t = useMessages(shiftMessages)
  const dayName = useDayName()
  const today = todayIn(timeZone)
  return (
    <table className="week">
      <caption className="hidden">{places.shifts.name}</caption>
      <thead>
        <tr>
          <th scope="col">{t.person}</th>
          {days.map(({ date }) => (
            <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
              {dayName(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="on-call">
          <th scope="row">{t.onCall}</th>
          {onCallState ? (
            <td colSpan={7}>{onCallState}</td>
          ) : (
            days.map((day) => (
              <td key={day.date}>
                <OnCallTurns day={day} inBuilding={inBuilding} />
              </td>
            ))
          )}
        </tr>
        {operators.map((operator) => (
          <tr key={operator.id} data-row={operator.id}>
            <th scope="row">
              <Person operator={operator} {...actions} />
            </th>
            {days.map(({ date }) => (
              <td key={date}>
                <Cell
                  operator={operator}
                  date={date}
                  timeZone={timeZone}
                  onOpen={() => actions.openDay(operator, date)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One day below another, for narrow windows. */
export const WeekDays = ({ days, operators, timeZone, inBuilding, onCallState, ...actions }: WeekProps) => {
  const t = useMessages(shiftMessages)
  const dayName = useDayName()
  const today = todayIn(timeZone)
  return (
    <>
      {onCallState}
      {days.map((day) => (
        <section key={day.date} className="week-day" aria-label={dayName(day.date, 'long')}>
          <h2>
            {dayName(day.date, 'long')}
            {day.date === today ? <small> {t.today}</small> : null}
          </h2>
          {onCallState ? null : (
            <div className="on-call">
              <h3>{t.onCall}</h3>
              <OnCallTurns day={day} inBuilding={inBuilding} />
            </div>
          )}
          {operators.map((operator) => (
            <Cell
              key={operator.id}
              operator={operator}
              date={day.date}
              timeZone={timeZone}
              named
              onOpen={() => actions.openDay(operator, day.date)}
            />
          ))}
        </section>
      ))}
    </>
  )
}
