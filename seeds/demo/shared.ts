/** What the campus shares: figures for its landlord, a wall in a lobby, an email each Monday. */
import { type PastMailing, storeLink, storeMailing } from '#server/modules/sharing/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { DemoIds } from './jobs-to-tasks.ts'
import { chanceFrom, seedOf } from './random.ts'
import { demoZone } from './visits.ts'

const minute = 60_000
const day = 24 * 60 * minute
const weeks = 6

const plus = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The last Mondays before now at 7:00 local time, oldest first. */
const mondaysBefore = (now: Date): Temporal.ZonedDateTime[] => {
  const there = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(demoZone)
  const monday = there
    .subtract({ days: there.dayOfWeek - 1 })
    .with({ hour: 7 })
    .round('hour')
  const last = Temporal.ZonedDateTime.compare(monday, there) < 0 ? monday : monday.subtract({ weeks: 1 })
  return Array.from({ length: weeks }, (_, index) => last.subtract({ weeks: weeks - 1 - index }))
}

const sendingAt = (monday: Temporal.ZonedDateTime, index: number): PastMailing['sendings'][number] => ({
  at: new Date(monday.epochMilliseconds),
  from: monday.toPlainDate().subtract({ days: 7 }).toString(),
  to: monday.toPlainDate().subtract({ days: 1 }).toString(),
  recipients: index === 0 ? 1 : 2,
  // One email failed because of a full mailbox.
  refused: index === 3 ? 'MAILBOX' : null,
})

/** @param ctx at the current time */
export const writeShared = async (ctx: TenantContext, ids: DemoIds): Promise<void> => {
  const { now } = ctx
  const chance = chanceFrom(seedOf('the landlord reads'))
  await storeLink(ctx, {
    name: 'Quay House for the landlord',
    kind: 'DASHBOARD',
    scope: { buildingIds: [ids.buildingId('quay')] },
    contents: ['OVERVIEW', 'FEEDBACK', 'ISSUES', 'AMENITIES', 'SLA'],
    createdAt: plus(now, -20 * day),
    expiresAt: plus(now, 70 * day),
    opened: Array.from({ length: 9 }, (_, index) =>
      plus(now, (2 * index - 18) * day - chance.between(60, 400) * minute),
    ),
  })
  await storeLink(ctx, {
    name: 'Lobby of Harbour Clinic',
    kind: 'SCREEN',
    scope: { buildingIds: [ids.buildingId('clinic')] },
    contents: ['OVERVIEW', 'AMENITIES', 'TASKS'],
    createdAt: plus(now, -2 * day),
    expiresAt: null,
    opened: [],
  })
  const mondays = mondaysBefore(now)
  const [first] = mondays
  const createdAt = first ? new Date(first.subtract({ days: 3 }).epochMilliseconds) : now
  await storeMailing(ctx, {
    name: 'Monday figures',
    rrule: 'FREQ=WEEKLY;BYDAY=MO',
    startsAt: (first ?? Temporal.Now.zonedDateTimeISO(demoZone))
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' }),
    timeZone: demoZone,
    contents: ['OVERVIEW', 'ISSUES', 'SLA'],
    createdBy: ids.userId('admin'),
    createdAt,
    recipients: [
      { email: 'landlord@demo.example', confirmedAt: plus(createdAt, 50 * minute) },
      { email: 'works-council@demo.example', confirmedAt: plus(createdAt, 6 * day) },
      { email: 'reception@demo.example', confirmedAt: null },
    ],
    sendings: mondays.map(sendingAt),
  })
}
