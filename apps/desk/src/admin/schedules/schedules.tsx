/** ADM-16: schedules with recurrence and next date in local time. */
import {
  createSchedule,
  deleteSchedule,
  type listSchedules,
  type Schedule,
  updateSchedule,
} from '#contracts/schedules.ts'
import { useFound } from '#desk-kit/find/use-found.ts'
import { type Call, callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { useCopyActions, useRuleActions } from '#desk-kit/list/rule-actions.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { copyOf } from './copy.ts'
import { scheduleMessages } from './messages.ts'
import { useRecurrenceText } from './use-recurrence-text.ts'

const ScheduleEditor = lazyComponent(async () => (await import('./schedule-editor.tsx')).ScheduleEditor)
const RoundEditor = lazyComponent(async () => (await import('./round-editor.tsx')).RoundEditor)

/** The building, or the first amenity with the number of others. */
const Place = ({ template }: Pick<Schedule, 'template'>) => {
  const t = useMessages(scheduleMessages)
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
  const t = useMessages(scheduleMessages)
  const { timeZone: own } = useFormat()
  const { at } = useRecurrenceText()
  const { next, timeZone, enabled } = schedule
  const [first] = next
  if (first === undefined) return <span className="quiet">{enabled ? t.over : t.off}</span>
  const time = at(first, timeZone)
  return <time dateTime={first}>{timeZone === own ? time : t.nextIn({ time, zone: timeZone })}</time>
}

export const useList: UseList<typeof listSchedules> = () => {
  const { words } = useMessages()
  const t = useMessages(scheduleMessages)
  const { recurrence } = useRecurrenceText()
  const write = ({ id, version }: Schedule, body: { enabled: boolean }): Call =>
    callOf(updateSchedule, { params: { id }, ifMatch: version, body })
  const own = useRuleActions<Schedule>({
    nameOf: ({ name }) => name,
    update: updateSchedule,
    write,
    editor: (schedule, close) => {
      const Editor = schedule.kind === 'ROUND' ? RoundEditor : ScheduleEditor
      return <Editor schedule={schedule} onClose={() => close()} />
    },
  })
  const copies = useCopyActions<Schedule>({
    copy: (schedule, head) => callOf(createSchedule, { body: { ...head, ...copyOf(schedule) } }),
    remove: ({ id, version }) => callOf(deleteSchedule, { params: { id }, ifMatch: version }),
    removeLabel: t.delete,
    removeHelp: t.deleteHelp,
  })
  return {
    name: ({ name }) => name,
    help: t.help,
    search: t.search,
    first: { title: t.noneTitle, help: t.noneHelp },
    note: own.fault,
    filters: [{ of: 'enabled', label: t.onlyOn, pressed: true }],
    create: [
      {
        label: t.newRounds,
        by: createSchedule,
        layer: (close) => <RoundEditor schedule={undefined} onClose={() => close()} />,
      },
      {
        label: t.newSchedule,
        by: createSchedule,
        layer: (close) => <ScheduleEditor schedule={undefined} onClose={() => close()} />,
      },
    ],
    opens: own.edit,
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ name, kind, template }) =>
          kind === 'ROUND' ? t.round : template.title === name ? null : template.title,
      },
      { key: 'rhythm', head: t.rhythm, cell: (schedule) => recurrence(schedule) },
      { key: 'where', head: t.where, cell: ({ template }) => <Place template={template} /> },
      { key: 'nextAt', head: t.next, cell: (schedule) => <Next schedule={schedule} /> },
      {
        key: 'lastRunAt',
        head: t.lastRun,
        wide: true,
        cell: ({ lastRunAt }) =>
          lastRunAt ? <When at={lastRunAt} /> : <span className="quiet">{t.never}</span>,
      },
      own.enabled,
    ],
    actions: (schedule) => [own.edit(schedule), copies.duplicate(schedule), copies.remove(schedule)],
  }
}
