/** Recurring work: a daily round, a weekly and a monthly check. */
import { DateTime } from 'luxon'
import { insertSchedule, type NewSchedule } from '#server/modules/schedules/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { DemoIds } from './jobs-to-tasks.ts'
import { demoAmenities } from './places.ts'
import { demoZone } from './visits.ts'

const blank: NewSchedule['template'] = {
  title: '',
  description: '',
  priority: null,
  category: null,
  checklist: [],
  buildingId: null,
  amenityIds: [],
  assignee: null,
  dueAfterMinutes: null,
}

const amenitiesOf = (ids: DemoIds, building: string, type: string): string[] =>
  demoAmenities
    .filter((amenity) => amenity.building === building && amenity.type === type)
    .map(({ key }) => ids.amenityId(key))

const schedulesFrom = (ids: DemoIds, day: string): NewSchedule[] => [
  {
    name: 'Morning round, clinic washrooms',
    kind: 'TASK',
    enabled: true,
    recurrence: { rrule: 'FREQ=DAILY', startsAt: `${day}T06:30`, timeZone: demoZone },
    followsZone: true,
    template: {
      ...blank,
      title: 'Morning round',
      category: 'NOT_CLEAN',
      priority: 'MEDIUM',
      checklist: [
        { text: 'Soap, paper and towels are full' },
        { text: 'Basins, toilets and floor are clean' },
        { text: 'Bins are empty' },
        { text: 'Nothing drips, nothing is broken' },
      ],
      amenityIds: amenitiesOf(ids, 'clinic', 'WASHROOM'),
      dueAfterMinutes: 150,
    },
    ifOpen: 'SKIP',
  },
  {
    name: 'Weekly lift check',
    kind: 'TASK',
    enabled: true,
    recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=MO', startsAt: `${day}T08:00`, timeZone: demoZone },
    followsZone: true,
    template: {
      ...blank,
      title: 'Weekly lift check',
      checklist: [
        { text: 'Doors close softly' },
        { text: 'The emergency call is answered' },
        { text: 'Lights and buttons work' },
      ],
      amenityIds: amenitiesOf(ids, 'quay', 'ELEVATOR'),
      assignee: { userId: ids.userId('technician') },
      dueAfterMinutes: 8 * 60,
    },
    ifOpen: 'SKIP',
  },
  {
    name: 'Monthly fire door check',
    kind: 'TASK',
    enabled: true,
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=1TU', startsAt: `${day}T09:00`, timeZone: demoZone },
    followsZone: true,
    template: {
      ...blank,
      title: 'Check the fire doors',
      description: 'Every fire door closes by itself, and nothing holds one open.',
      priority: 'HIGH',
      buildingId: ids.buildingId('quay'),
      dueAfterMinutes: 3 * 24 * 60,
    },
    ifOpen: 'CREATE',
  },
]

/** @param ctx at the current time */
export const writeSchedules = async (ctx: TenantContext, ids: DemoIds): Promise<void> => {
  const today = DateTime.fromJSDate(ctx.now, { zone: demoZone }).toFormat('yyyy-MM-dd')
  for (const schedule of schedulesFrom(ids, today)) await insertSchedule(ctx, schedule)
}
