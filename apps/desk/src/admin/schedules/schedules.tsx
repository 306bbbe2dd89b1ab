/** ADM-16: work that comes by itself, its rhythm in words and its next date on the clock of the place. */
import { Switch } from '@mantine/core'
import {
  createSchedule,
  deleteSchedule,
  type listSchedules,
  type Schedule,
  updateSchedule,
} from '#contracts/admin/schedules.ts'
import { useFound } from '../../find/use-found.ts'
import { callOf, useAct } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/language.tsx'
import type { UseList } from '../../list/declaration.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { ErrorPanel } from '../../parts/states.tsx'
import { When } from '../../parts/when.tsx'
import { ScheduleEditor } from './schedule-editor.tsx'
import { useRhythmWords } from './use-rhythm-words.ts'
import { scheduleWords } from './words.ts'

/** The building, or the first amenity and how many more there are. */
const Place = ({ template }: Pick<Schedule, 'template'>) => {
  const t = useWords(scheduleWords)
  const { buildingId, amenityIds } = template
  const first = amenityIds.slice(0, 1)
  const building = buildingId !== null && first.length === 0 ? [buildingId] : []
  const buildings = useFound('buildings', { typed: '', chosen: building, enabled: building.length > 0 })
  const amenities = useFound('amenities', { typed: '', chosen: first, enabled: first.length > 0 })
  const [place] = [...building, ...first]
  if (place === undefined) return <span className="quiet">{t.anywhere}</span>
  const name = buildings.names.get(place) ?? amenities.names.get(place) ?? '…'
  const more = amenityIds.length - 1
  return <>{more > 0 ? t.placeAndMore({ place: name, more }) : name}</>
}

const Next = ({ schedule }: { schedule: Schedule }) => {
  const t = useWords(scheduleWords)
  const { timeZone: own } = useFormat()
  const { at } = useRhythmWords()
  const { next, timeZone, enabled } = schedule
  const [first] = next
  if (first === undefined) return <span className="quiet">{enabled ? t.over : t.off}</span>
  const time = at(first, timeZone)
  return <time dateTime={first}>{timeZone === own ? time : t.nextIn({ time, zone: timeZone })}</time>
}

export const useList: UseList<typeof listSchedules> = () => {
  const { words } = useWords()
  const t = useWords(scheduleWords)
  const { rhythm } = useRhythmWords()
  const update = useAct(updateSchedule)
  return {
    name: ({ name }) => name,
    help: t.help,
    search: t.search,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: update.error ? <ErrorPanel error={update.error} /> : null,
    filters: [{ of: 'enabled', label: t.onlyOn, pressed: true }],
    create: [
      {
        label: t.newSchedule,
        by: createSchedule,
        layer: (close) => <ScheduleEditor schedule={undefined} onClose={() => close()} />,
      },
    ],
    opens: (schedule) => ({
      label: words.edit,
      by: updateSchedule,
      layer: (close) => <ScheduleEditor schedule={schedule} onClose={() => close()} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ name, template }) => (template.title === name ? null : template.title),
      },
      { key: 'rhythm', head: t.rhythm, cell: (schedule) => rhythm(schedule) },
      { key: 'where', head: t.where, cell: ({ template }) => <Place template={template} /> },
      { key: 'nextAt', head: t.next, cell: (schedule) => <Next schedule={schedule} /> },
      {
        key: 'lastRunAt',
        head: t.lastRun,
        wide: true,
        cell: ({ lastRunAt }) =>
          lastRunAt ? <When at={lastRunAt} /> : <span className="quiet">{t.never}</span>,
      },
      {
        key: 'enabled',
        head: t.enabled,
        cell: ({ id, version, name, enabled }) => (
          <Switch
            aria-label={t.enabledOf({ name })}
            checked={enabled}
            onChange={(event) =>
              update.mutate({
                params: { id },
                ifMatch: version,
                body: { enabled: event.currentTarget.checked },
              })
            }
          />
        ),
      },
    ],
    acts: (schedule) => [
      {
        label: words.edit,
        by: updateSchedule,
        layer: (close) => <ScheduleEditor schedule={schedule} onClose={() => close()} />,
      },
      {
        // Off until somebody has looked at it.
        label: t.duplicate,
        said: t.duplicated,
        call: callOf(createSchedule, {
          body: {
            name: t.copyOf({ name: schedule.name }).slice(0, 120),
            enabled: false,
            rrule: schedule.rrule,
            startsAt: schedule.startsAt,
            timeZone: schedule.timeZone,
            template: schedule.template,
            ifOpen: schedule.ifOpen,
          },
        }),
      },
      {
        label: t.delete,
        by: deleteSchedule,
        layer: (close) => (
          <Confirm
            title={t.deleteTitle({ name: schedule.name })}
            submit={t.delete}
            call={callOf(deleteSchedule, { params: { id: schedule.id }, ifMatch: schedule.version })}
            onClose={close}
          >
            {t.deleteHelp}
          </Confirm>
        ),
      },
    ],
  }
}
