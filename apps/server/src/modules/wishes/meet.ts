/** Which of some new things meet whose wishes, asked in the words of the lists themselves. */
import type { WishScreen } from '#contracts/wishes.ts'
import { feedbackAmong } from '#server/modules/dashboard/public.ts'
import { type AmongTasks, tasksAmong } from '#server/modules/tasks/public.ts'
import type { Wish, Wisher } from './wishers.ts'

/** A task that changes after so long is not new. */
const newForMs = 30 * 86_400_000

interface Found {
  readonly id: string
  readonly buildingId: string | null
  readonly task?: Pick<AmongTasks, 'createdAt' | 'madeBy'>
}

const findAmong = async (
  { ctx }: Wisher,
  { wished }: Wish,
  ids: readonly string[],
): Promise<readonly Found[]> => {
  switch (wished.screen) {
    case 'feedback':
      return feedbackAmong(ctx, wished.query, ids)
    case 'tasks':
      return (await tasksAmong(ctx, wished.query, ids)).map(({ id, buildingId, ...task }) => ({
        id,
        buildingId,
        task,
      }))
    default:
      return wished satisfies never
  }
}

/** Those who lead see the same; only "mine" is another question for each. */
const questionOf = ({ ctx }: Wisher, { filters, wished }: Wish): string => {
  const isOwn =
    wished.screen === 'tasks' &&
    [...(wished.query.assignee ?? []), ...(wished.query.assigneeId ?? [])].includes('me')
  return `${wished.screen} ${isOwn ? ctx.actor.id : ''} ${filters}`
}

const concerns = ({ ctx: { actor, now } }: Wisher, { since }: Wish, { buildingId, task }: Found): boolean => {
  // Within the buildings that they cover, as for all that is told to those who lead.
  if (actor.buildingIds.length > 0 && !(buildingId && actor.buildingIds.includes(buildingId))) return false
  if (!task) return true
  const madeAt = task.createdAt.getTime()
  return madeAt >= since.getTime() && madeAt > now.getTime() - newForMs && task.madeBy !== actor.id
}

export interface Met {
  readonly userId: string
  readonly id: string
  /** the first of them that it meets */
  readonly viewId: string
}

/** One statement for each different question. Each person and thing once. */
export const meet = async (
  wishers: readonly Wisher[],
  screen: WishScreen,
  ids: readonly string[],
): Promise<Met[]> => {
  if (ids.length === 0) return []
  const answers = new Map<string, readonly Found[]>()
  const met = new Map<string, Met>()
  for (const wisher of wishers)
    for (const wish of wisher.wishes) {
      if (wish.wished.screen !== screen) continue
      const question = questionOf(wisher, wish)
      const found = answers.get(question) ?? (await findAmong(wisher, wish, ids))
      answers.set(question, found)
      const userId = wisher.ctx.actor.id
      for (const one of found)
        if (concerns(wisher, wish, one) && !met.has(`${userId} ${one.id}`))
          met.set(`${userId} ${one.id}`, { userId, id: one.id, viewId: wish.view.id })
    }
  return [...met.values()]
}
