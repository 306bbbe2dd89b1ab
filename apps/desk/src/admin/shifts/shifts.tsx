/** ADM-16: shifts and on-call turns of a week, with gaps. Two queries: operators and on-call. */
import './week.css'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import type { OnCall, Operator } from '#contracts/operator/records.ts'
import { getOnCall, listOperators } from '#contracts/operator.ts'
import { FindFilter } from '#desk-kit/find/find-filter.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { plusDays, todayIn, weekOf } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { useReader } from '#desk-kit/lib/reader.ts'
import { FilterBar, FilterMenu } from '#desk-kit/parts/filters.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { Empty, ErrorPanel, Filtered, QueryView } from '#desk-kit/parts/states.tsx'
import { Pager } from '#desk-kit/parts/table.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { instant } from '#i18n/times.ts'
import { operatorMessages } from '../operators/messages.ts'
import { useSkills } from '../operators/skills.ts'
import { CopyWeek } from './copy-week.tsx'
import { DayForm } from './day-form.tsx'
import { shiftMessages } from './messages.ts'
import { callOf, peopleOf, type ShiftSearch } from './search.ts'
import { ShiftForm } from './shift-form.tsx'
import { countGaps, daysOf, onCallDays } from './week.ts'
import { WeekDays, WeekTable } from './week-grid.tsx'

const route = getRouteApi('/shifts')

const NowOnCall = ({ call: { responsible, until, timeZone } }: { call: OnCall }) => {
  const t = useMessages(shiftMessages)
  const { locale } = useFormat()
  const time = until && instant(Date.parse(until), 'short', locale, timeZone)
  if (!responsible) return <>{time ? t.nobodyUntil({ time }) : t.nobodyAhead}</>
  return <>{time ? t.nowUntil({ name: responsible.name, time }) : t.nowOpen({ name: responsible.name })}</>
}

const Now = ({ operators, call }: { operators: readonly Operator[]; call: OnCall }) => {
  const t = useMessages(shiftMessages)
  const on = operators.filter(({ onDuty }) => onDuty)
  return (
    <dl className="facts wide-facts">
      <div>
        <dt>{t.onDutyNow}</dt>
        <dd>
          {on.length === 0 ? t.nobodyNow : null}
          {on.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              <Link to="/operators/$id" params={{ id }}>
                {name}
              </Link>
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>{t.onCall}</dt>
        <dd>
          <NowOnCall call={call} />
        </dd>
      </div>
    </dl>
  )
}

const Filters = ({ search, set }: { search: ShiftSearch; set: (change: ShiftSearch) => void }) => {
  const { words } = useMessages()
  const t = useMessages(operatorMessages)
  const skills = useSkills()
  return (
    <FilterBar
      active={Boolean(search.building || search.skill)}
      onClear={() => set({ building: undefined, skill: undefined })}
    >
      <FindFilter
        from="buildingsOfTasks"
        label={words.building}
        chosen={search.building}
        onChange={(building) => set({ building })}
        single
      />
      <FilterMenu
        label={t.skill}
        choices={skills.choices(search.skill)}
        chosen={search.skill}
        onChange={(skill) => set({ skill })}
        single
      />
    </FilterBar>
  )
}

const Weeks = ({ start, now }: { start: string; now: string }) => {
  const t = useMessages(shiftMessages)
  const to = (week: string, label: string) => (
    <Button
      renderRoot={(props) => (
        <Link
          {...props}
          to="/shifts"
          search={(before: ShiftSearch) => ({ ...before, week: week === now ? undefined : week })}
        />
      )}
    >
      {label}
    </Button>
  )
  return (
    <>
      {to(plusDays(start, -7), t.previousWeek)}
      {start === now ? null : to(now, t.thisWeek)}
      {to(plusDays(start, 7), t.nextWeek)}
    </>
  )
}

interface Layer {
  readonly kind: 'day' | 'all' | 'copy'
  readonly id: string
  readonly date: string
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(shiftMessages)
  const { day } = useFormat()
  const { tenant } = useMe()
  const asked = route.useSearch()
  const { firstDay } = useReader()
  const search = { ...asked, week: asked.week && weekOf(asked.week, firstDay) }
  const navigate = route.useNavigate()
  const narrow = useMediaQuery('(max-width: 1050px)', undefined, { getInitialValueInEffect: false })
  const [layer, setLayer] = useState<Layer>()
  const [status, setStatus] = useState('')
  const { building, skill } = search
  const thisWeek = weekOf(todayIn(tenant.timeZone), firstDay)
  const start = search.week ?? thisWeek
  const isNow = search.week === undefined
  const people = useApi(listOperators, peopleOf(search), { keep: true })
  const call = useApi(getOnCall, callOf(search), { keep: true })
  const set = (change: ShiftSearch): void =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
  const operators = people.data?.items ?? []
  const timeZone = call.data?.timeZone ?? tenant.timeZone
  const days = onCallDays(daysOf(start), operators, call.data ?? { gaps: [], uncovered: [] }, timeZone)
  const gaps = call.data ? countGaps(start, call.data) : 0
  const chosen = layer && operators.find(({ id }) => id === layer.id)
  const close = (words = ''): void => {
    setLayer(undefined)
    setStatus(words)
  }
  const open = (kind: Layer['kind'], { id }: Operator, date = start): void => {
    setStatus('')
    setLayer({ kind, id, date })
  }
  const Week = narrow ? WeekDays : WeekTable
  return (
    <Screen
      title={places.shifts.name}
      breadcrumb={<Breadcrumb name="shifts" />}
      beside={
        <p className="quiet">
          {t.weekOf({ day: day(start) })}. {t.zone({ zone: timeZone })}.
        </p>
      }
      actions={<Weeks start={start} now={thisWeek} />}
    >
      <Filters search={search} set={set} />
      <p role="status">{status}</p>
      <QueryView of={people} rows={8}>
        {({ items, total, page: shown, totalPages }) =>
          total === 0 ? (
            building || skill ? (
              <Filtered onClear={() => set({ building: undefined, skill: undefined })} />
            ) : (
              <Empty
                title={t.noneTitle}
                action={
                  <Button variant="filled" renderRoot={(props) => <Link {...props} to="/operators" />}>
                    {t.toOperators}
                  </Button>
                }
              >
                {t.noneHelp}
              </Empty>
            )
          ) : (
            <>
              {isNow && call.data ? <Now operators={items} call={call.data} /> : null}
              {call.data ? (
                <p className={gaps > 0 ? 'gap-count' : 'quiet'}>{t.gaps({ count: gaps })}</p>
              ) : null}
              <Week
                days={days}
                operators={items}
                timeZone={timeZone}
                inBuilding={building !== undefined}
                onCallState={
                  call.data ? null : call.error ? (
                    <ErrorPanel error={call.error} onRetry={() => void call.refetch()} />
                  ) : (
                    '…'
                  )
                }
                openDay={(operator, date) => open('day', operator, date)}
                openAll={(operator) => open('all', operator)}
                copy={(operator) => open('copy', operator)}
              />
              {totalPages > 1 ? <Pager page={shown} totalPages={totalPages} total={total} /> : null}
            </>
          )
        }
      </QueryView>
      {chosen && layer.kind === 'day' ? (
        <DayForm key={layer.date} operator={chosen} date={layer.date} onClose={() => close()} />
      ) : null}
      {chosen && layer.kind === 'all' ? <ShiftForm operator={chosen} onClose={() => close()} /> : null}
      {chosen && layer.kind === 'copy' ? (
        <CopyWeek from={chosen} others={operators.filter(({ id }) => id !== chosen.id)} onClose={close} />
      ) : null}
    </Screen>
  )
}
