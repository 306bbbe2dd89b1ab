/** A schedule's row as the API returns it. */

import type { Selectable } from 'kysely'
import type { Schedule } from '#contracts/schedules.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Schedule as ScheduleTable } from '#server/platform/db/tables.ts'
import { notFound } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { type Recurrence, timesAfter } from './recurrence.ts'

export type ScheduleRow = Selectable<ScheduleTable>
export type Template = Schedule['template']

/** The settings of a schedule. */
export interface ScheduleParts {
  readonly name: string
  readonly kind: Schedule['kind']
  readonly enabled: boolean
  readonly recurrence: Recurrence
  /** its zone is that of the place, otherwise the organisation's, and not chosen */
  readonly followsZone: boolean
  readonly template: Template
  readonly ifOpen: Schedule['ifOpen']
}

/** Kind of the scheduled job at the next time; its key is the schedule's id. */
export const runKind = 'schedule.run'

const maxNextTimes = 5

const roundsAheadMs = 7 * 86_400_000

/** How long before its time it is made: a round must be on the phone in time. */
export const aheadOf = (kind: Schedule['kind']): number => (kind === 'ROUND' ? roundsAheadMs : 0)

export const partsOf = (row: ScheduleRow): ScheduleParts => ({
  name: row.name,
  kind: row.kind as Schedule['kind'],
  enabled: row.enabled,
  recurrence: { rrule: row.rrule, startsAt: row.starts_at, timeZone: storedZone(row.time_zone) },
  followsZone: row.follows_zone,
  template: row.template as unknown as Template,
  ifOpen: row.if_open as Schedule['ifOpen'],
})

export const presentParts = (
  { name, kind, enabled, recurrence, followsZone, template, ifOpen }: ScheduleParts,
  next: readonly Date[],
) => ({
  name,
  enabled,
  kind,
  ...recurrence,
  followsZone,
  template,
  ifOpen,
  next: next.map((time) => time.toISOString()),
})

/** @param now times before it that have not run yet are not shown as next times */
export const presentSchedule = (row: ScheduleRow, now: Date): Schedule => {
  const parts = partsOf(row)
  // Rounds are made ahead, so their stored times begin behind those that are made.
  const next = parts.kind === 'ROUND' ? upcomingOf(parts, now, now) : row.upcoming
  return {
    id: row.id,
    ...presentParts(
      parts,
      next.filter((time) => time > now),
    ),
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other)

/** The next times: after now, and after what has run. */
export const upcomingOf = ({ enabled, recurrence }: ScheduleParts, doneUntil: Date, now: Date): Date[] =>
  enabled ? timesAfter(recurrence, latest(doneUntil, now), maxNextTimes) : []

/** Schedules the next run; without times cancels it. */
export const plan = async (
  ctx: TenantContext,
  id: string,
  upcoming: readonly Date[],
  kind: Schedule['kind'],
): Promise<void> => {
  const [next] = upcoming
  if (next) await ctx.schedule(runKind, id, new Date(next.getTime() - aheadOf(kind)))
  else await ctx.cancel(runKind, id)
}

/** @throws ServiceError NOT_FOUND */
export const findSchedule = async (ctx: TenantContext, id: string): Promise<ScheduleRow> => {
  const row = await ctx.db.selectFrom('schedule').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/**
 * Locks a schedule to change its times. Its scheduled job is cancelled first, in the worker's lock order, so that the
 * two do not deadlock. Call `plan` to schedule it again.
 * @throws ServiceError NOT_FOUND
 */
export const lockSchedule = async (ctx: TenantContext, id: string): Promise<ScheduleRow> => {
  await ctx.cancel(runKind, id)
  const row = await ctx.db
    .selectFrom('schedule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
