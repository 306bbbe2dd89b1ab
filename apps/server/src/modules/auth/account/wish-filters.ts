/** The filters of a wish, read as the list endpoint of its screen reads them. */
import { type Static, type TObject, Type } from 'typebox'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { listTasks } from '#contracts/tasks.ts'
import { type WishScreen, wishFilterNames, wishScreens } from '#contracts/wishes.ts'
import { invalid, ServiceError } from '#server/platform/errors.ts'
import { parseQuery } from '#server/platform/gate/query.ts'
import { check } from '#server/platform/gate/validate.ts'

const feedback = Type.Pick(listRecentFeedback.query, wishFilterNames.feedback)
const tasks = Type.Pick(listTasks.query, wishFilterNames.tasks)

export type FeedbackWish = Static<typeof feedback>
export type TaskWish = Static<typeof tasks>

/** What is new and shall be told. */
export type Wished =
  | { readonly screen: 'feedback'; readonly query: FeedbackWish }
  | { readonly screen: 'tasks'; readonly query: TaskWish }

export const isWishScreen = (screen: string): screen is WishScreen =>
  wishScreens.some((known) => known === screen)

const readAs = (schema: TObject, filters: string): unknown => {
  // An unknown one would be left out, and more told than was wished.
  for (const name of new URLSearchParams(filters).keys())
    if (!Object.hasOwn(schema.properties, name)) throw invalid(`query.${name}`, 'is no filter of what is new')
  return check(schema, parseQuery(schema, filters), 'query')
}

/** @throws ServiceError VALIDATION_ERROR */
export const readWished = (screen: WishScreen, filters: string): Wished =>
  screen === 'feedback'
    ? { screen, query: readAs(feedback, filters) as FeedbackWish }
    : { screen, query: readAs(tasks, filters) as TaskWish }

/** Undefined where a version does not know the filters any more. */
export const wishedOf = (screen: string, filters: string): Wished | undefined => {
  if (!isWishScreen(screen)) return undefined
  try {
    return readWished(screen, filters)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
