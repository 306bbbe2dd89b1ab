/** Counts the figures of work again, from the API's tasks and in another way than the product. */
import type { Life, World } from './task-lives.ts'
import { placeZones, tenantZone } from './task-lives.ts'

export interface FigureQuery {
  readonly from: string
  readonly to: string
  readonly buildingId?: readonly string[]
  readonly amenityId?: readonly string[]
  readonly type?: readonly string[]
  readonly by: 'day' | 'week' | 'month'
}

export const zoneOf = (world: World, { buildingId }: FigureQuery): string =>
  buildingId?.length === 1 ? (world.zones.get(buildingId[0] ?? '') ?? placeZones[0]) : tenantZone

export const matching = (world: World, { buildingId, amenityId, type }: FigureQuery): Life[] =>
  world.lives.filter(
    ({ task, ...life }) =>
      (!buildingId || (task.building !== null && buildingId.includes(task.building.id))) &&
      (!amenityId || (task.amenity !== null && amenityId.includes(task.amenity.id))) &&
      (!type || type.includes(life.type)),
  )

const ms = (text: string): number => Date.parse(text)

/** Start of each point, and the end of the last. */
export const boundsOf = ({ from, to, by }: FigureQuery, zone: string): number[] => {
  const bounds: number[] = []
  const startOf = (date: Temporal.PlainDate): number => date.toZonedDateTime(zone).epochMilliseconds
  const last = Temporal.PlainDate.from(to)
  let date = Temporal.PlainDate.from(from)
  for (let isFirst = true; Temporal.PlainDate.compare(date, last) <= 0; isFirst = false) {
    if (isFirst || by === 'day' || (by === 'week' ? date.dayOfWeek === 1 : date.day === 1))
      bounds.push(startOf(date))
    date = date.add({ days: 1 })
  }
  return [...bounds, startOf(date)]
}

/**
 * Whether the task was open just before a time. A phone may report completion late; the stored completion time
 * counts.
 */
const wasOpen = ({ task, turns }: Life, at: number): boolean => {
  if (ms(task.createdAt) >= at) return false
  const reopened = turns.findLast(({ kind }) => kind === 'REOPENED')
  const isLastRun = reopened === undefined || reopened.at < at
  if (isLastRun) return task.status !== 'DONE' || task.completedAt === null || ms(task.completedAt) >= at
  return turns.findLast((turn) => turn.at < at)?.kind !== 'FINISHED'
}

const middle = (sorted: readonly number[]): number | null =>
  sorted.length === 0
    ? null
    : ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2

const within = (at: string | null, from: number, to: number): boolean =>
  at !== null && ms(at) >= from && ms(at) < to

export const isDoneIn = ({ task }: Life, from: number, to: number): boolean =>
  task.status === 'DONE' && within(task.completedAt, from, to)

export const trendsOf = (lives: readonly Life[], bounds: readonly number[], now: number) =>
  bounds.slice(0, -1).map((from, index) => {
    const to = bounds[index + 1] ?? from
    const isFuture = from > now
    const open = lives.filter((life) => wasOpen(life, Math.min(to, now + 1)))
    const ages = open
      .map(({ task }) => (Math.min(to, now) - ms(task.createdAt)) / 60_000)
      .sort((a, b) => a - b)
    return {
      at: new Date(from).toISOString(),
      created: lives.filter(({ task }) => within(task.createdAt, from, to)).length,
      done: lives.filter((life) => isDoneIn(life, from, to)).length,
      reopened: lives
        .flatMap(({ turns }) => turns)
        .filter(({ kind, at }) => kind === 'REOPENED' && at >= from && at < to).length,
      backlog: isFuture ? null : open.length,
      medianAgeMinutes: isFuture ? null : middle(ages),
    }
  })

/** Interpolated between the neighbouring values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return low + (high - low) * (place - Math.floor(place))
}

export const doneMinutesOf = ({ task }: Life): number =>
  (ms(task.completedAt ?? task.createdAt) - ms(task.createdAt)) / 60_000
export const firstMinutesOf = ({ task, firstAction }: Life): number =>
  ((firstAction ?? Number.NaN) - ms(task.createdAt)) / 60_000

export type Outcome = 'met' | 'missed' | 'running' | 'paused'

/** From the clock that the API presents; undefined if the task has none. */
export const outcomeOf = ({ task: { sla } }: Life): Outcome | undefined => {
  if (!sla) return undefined
  if (sla.breached) return 'missed'
  if (sla.state === 'MET') return 'met'
  return sla.state === 'PAUSED' ? 'paused' : 'running'
}

export const countOutcomes = (lives: readonly Life[]) => {
  const counts = { met: 0, missed: 0, running: 0, paused: 0 }
  for (const life of lives) {
    const outcome = outcomeOf(life)
    if (outcome) counts[outcome] += 1
  }
  return counts
}

export const isMadeIn = ({ task }: Life, from: number, to: number): boolean =>
  within(task.createdAt, from, to)
