/** Matches new rows with alerts, by the conditions of the lists. */
import type { SavedSearchScreen } from '#contracts/saved-search-alerts.ts'
import { feedbackAmong } from '#server/modules/dashboard/public.ts'
import { type AmongTasks, tasksAmong } from '#server/modules/tasks/public.ts'
import type { SavedSearchAlert, Subscriber } from './subscribers.ts'

export const subjects = ['FEEDBACK', 'TASK'] as const
export type Subject = (typeof subjects)[number]
export const screenOf: Readonly<Record<Subject, SavedSearchScreen>> = { FEEDBACK: 'feedback', TASK: 'tasks' }

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
): boolean => {
  // Only in the buildings that they cover, as for all notifications of managers.
  if (actor.buildingIds.length > 0 && !(buildingId && actor.buildingIds.includes(buildingId))) return false
  if (!task) return true
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
  screen: SavedSearchScreen,
  ids: readonly string[],
): Promise<Match[]> => {
  if (ids.length === 0) return []
  const foundByQuestion = new Map<string, readonly MatchedRow[]>()
  const matches = new Map<string, Match>()
  for (const subscriber of subscribers)
    for (const alert of subscriber.alerts) {
      if (alert.search.screen !== screen) continue
      const question = searchKeyOf(subscriber, alert)
      const found = foundByQuestion.get(question) ?? (await findAmong(subscriber, alert, ids))
      foundByQuestion.set(question, found)
      const userId = subscriber.ctx.actor.id
      for (const one of found)
        if (isMatch(subscriber, alert, one) && !matches.has(`${userId} ${one.id}`))
          matches.set(`${userId} ${one.id}`, { userId, id: one.id, viewId: alert.view.id })
    }
  return [...matches.values()]
}
