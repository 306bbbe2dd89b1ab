/** What the tracking page of a submission says: pure functions over what happened. */
import type { Static } from 'typebox'
import type { TimelineEntry, TrackingState } from '#contracts/feedback.ts'
import type { TaskStatus } from '#contracts/records.ts'
import type { TrackedTask } from '#server/modules/tasks/public.ts'

type Entry = Static<typeof TimelineEntry>

export interface FollowedUp {
  readonly at: Date
  readonly message: string | null
  readonly fixed: boolean | null
}

export interface Story {
  readonly createdAt: Date
  readonly erasedAt: Date | null
  /** when it joined an existing task; null if it did not */
  readonly joinedAt: Date | null
  readonly tasks: readonly Pick<TrackedTask, 'taskId' | 'status' | 'timeline'>[]
  /** oldest first */
  readonly followUps: readonly FollowedUp[]
}

export interface TrackingStatus {
  readonly state: TrackingState
  readonly timeline: Entry[]
  readonly canConfirm: boolean
}

/** Fixed when all tasks are done, in progress when any has started. */
export const trackingState = (statuses: readonly TaskStatus[]): TrackingState => {
  if (statuses.length === 0 || statuses.every((status) => status === 'OPEN')) return 'RECEIVED'
  return statuses.every((status) => status === 'DONE') ? 'RESOLVED' : 'IN_PROGRESS'
}

const statusAfter = { IN_PROGRESS: 'IN_PROGRESS', RESOLVED: 'DONE', REOPENED: 'OPEN' } as const

interface StateChange {
  readonly at: Date
  readonly what: Entry['what']
}

/** Merges the histories of several tasks: an entry only where their common state changes. */
const taskEntries = ({ createdAt, tasks }: Story): StateChange[] => {
  const moves = tasks
    .flatMap(({ taskId, timeline }) =>
      timeline.map(({ at, what }) => ({ taskId, at, to: statusAfter[what] })),
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const statuses = new Map<string, TaskStatus>(tasks.map(({ taskId }) => [taskId, 'OPEN']))
  const entries: StateChange[] = []
  let state: TrackingState = 'RECEIVED'
  const enter = (next: TrackingState, at: Date): void => {
    if (next === 'RESOLVED') entries.push({ at, what: 'RESOLVED' })
    else if (state === 'RESOLVED') entries.push({ at, what: 'REOPENED' })
    else if (next === 'IN_PROGRESS') entries.push({ at, what: 'IN_PROGRESS' })
    state = next
  }
  // States from before this report are no entries, but the starting point.
  for (const { taskId, to } of moves.filter(({ at }) => at < createdAt)) statuses.set(taskId, to)
  if (trackingState([...statuses.values()]) === 'IN_PROGRESS') enter('IN_PROGRESS', createdAt)
  for (const { taskId, at, to } of moves) {
    if (at < createdAt) continue
    statuses.set(taskId, to)
    const next = trackingState([...statuses.values()])
    if (next !== state) enter(next, at)
  }
  return entries
}

const followUpEntries = ({ at, message, fixed }: FollowedUp): StateChange[] => [
  ...(message === null ? [] : [{ at, what: 'MESSAGE' as const }]),
  ...(fixed === null ? [] : [{ at, what: fixed ? ('CONFIRMED' as const) : ('REJECTED' as const) }]),
]

/** Whether this visitor has answered since it was last marked as fixed. */
const hasAnswered = (story: Story, resolvedAt: Date | undefined): boolean =>
  story.followUps.some(({ at, fixed }) => fixed !== null && (resolvedAt === undefined || at >= resolvedAt))

export const trackingOf = (story: Story): TrackingStatus => {
  const state = trackingState(story.tasks.map(({ status }) => status))
  const moves = taskEntries(story)
  const resolvedAt = moves.findLast(({ what }) => what === 'RESOLVED')?.at
  const entries: StateChange[] = [
    { at: story.createdAt, what: 'RECEIVED' },
    ...(story.joinedAt ? [{ at: story.joinedAt, what: 'JOINED' as const }] : []),
    ...story.followUps.flatMap(followUpEntries),
    ...moves,
    ...(story.erasedAt ? [{ at: story.erasedAt, what: 'ERASED' as const }] : []),
  ]
  return {
    state,
    // The sort is stable, so entries of the same millisecond keep their order.
    timeline: entries
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, what }) => ({ at: at.toISOString(), what })),
    canConfirm: state === 'RESOLVED' && story.erasedAt === null && !hasAnswered(story, resolvedAt),
  }
}
