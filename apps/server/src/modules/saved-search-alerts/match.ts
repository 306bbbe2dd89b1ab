/** Matches new rows with alerts, by the conditions of the lists. */
import type { SavedSearchScreen } from '#contracts/saved-search-alerts.ts'
import { isOfLateness } from '#server/modules/auth/public.ts'
import { feedbackAmong } from '#server/modules/dashboard/public.ts'
import { type AmongTasks, tasksAmong } from '#server/modules/tasks/public.ts'
import type { SavedSearchAlert, Subscriber } from './subscribers.ts'

/** TASK: a task that is new; LATE: one that has become overdue or missed its SLA. */
export const subjects = ['FEEDBACK', 'TASK', 'LATE'] as const
export type Subject = (typeof subjects)[number]
const screenOf: Readonly<Record<Subject, SavedSearchScreen>> = {
  FEEDBACK: 'feedback',
  TASK: 'tasks',
  LATE: 'tasks',
}

/** Milliseconds; a task older than this is not new when it changes. */
const newForMs = 30 * 86_400_000

interface MatchedRow {
  readonly id: string
  readonly buildingId: string | null
  readonly task?: Pick<AmongTasks, 'createdAt' | 'madeBy'>
}

const findAmong = async (
  { ctx }: Subscriber,
  { search }: SavedSearchAlert,
  ids: readonly string[],
): Promise<readonly MatchedRow[]> => {
  switch (search.screen) {
    case 'feedback':
      return feedbackAmong(ctx, search.query, ids)
    case 'tasks':
      return (await tasksAmong(ctx, search.query, ids)).map(({ id, buildingId, ...task }) => ({
        id,
        buildingId,
        task,
      }))
    default:
      return search satisfies never
  }
}

/** Key of equal searches: managers see the same rows, only "mine" differs for each. */
const searchKeyOf = ({ ctx }: Subscriber, { filters, search }: SavedSearchAlert): string => {
  const isOwn =
    search.screen === 'tasks' &&
    [...(search.query.assignee ?? []), ...(search.query.assigneeId ?? [])].includes('me')
  return `${search.screen} ${isOwn ? ctx.actor.id : ''} ${filters}`
}

const isMatch = (
  { ctx: { actor, now } }: Subscriber,
  { since }: SavedSearchAlert,
  { buildingId, task }: MatchedRow,
  subject: Subject,
): boolean => {
  // Only in the buildings that they cover, as for all notifications of managers.
  if (actor.buildingIds.length > 0 && !(buildingId && actor.buildingIds.includes(buildingId))) return false
  if (!task || subject === 'LATE') return true
  const madeAt = task.createdAt.getTime()
  return madeAt >= since.getTime() && madeAt > now.getTime() - newForMs && task.madeBy !== actor.id
}

export interface Match {
  readonly userId: string
  readonly id: string
  /** the first view that it matches */
  readonly viewId: string
}

/** Runs one statement for each distinct search. Returns each row once for each person. */
export const match = async (
  subscribers: readonly Subscriber[],
  subject: Subject,
  ids: readonly string[],
): Promise<Match[]> => {
  if (ids.length === 0) return []
  const foundByQuestion = new Map<string, readonly MatchedRow[]>()
  const matches = new Map<string, Match>()
  for (const subscriber of subscribers)
    for (const alert of subscriber.alerts) {
      if (alert.search.screen !== screenOf[subject]) continue
      if (isOfLateness(alert.search) !== (subject === 'LATE')) continue
      const question = searchKeyOf(subscriber, alert)
      const found = foundByQuestion.get(question) ?? (await findAmong(subscriber, alert, ids))
      foundByQuestion.set(question, found)
      const userId = subscriber.ctx.actor.id
      for (const one of found)
        if (isMatch(subscriber, alert, one, subject) && !matches.has(`${userId} ${one.id}`))
          matches.set(`${userId} ${one.id}`, { userId, id: one.id, viewId: alert.view.id })
    }
  return [...matches.values()]
}
