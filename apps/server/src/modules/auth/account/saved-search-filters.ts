/** The filters of a saved-search alert, parsed by the schema of its screen's list endpoint. */
import { type Static, type TObject, Type } from 'typebox'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import {
  type SavedSearchScreen,
  savedSearchFilterNames,
  savedSearchScreens,
} from '#contracts/saved-search-alerts.ts'
import { listTasks } from '#contracts/tasks.ts'
import { invalid, ServiceError } from '#server/platform/errors.ts'
import { parseQuery } from '#server/platform/gate/query.ts'
import { check } from '#server/platform/gate/validate.ts'

const feedback = Type.Pick(listRecentFeedback.query, savedSearchFilterNames.feedback)
const tasks = Type.Pick(listTasks.query, savedSearchFilterNames.tasks)

export type FeedbackSearch = Static<typeof feedback>
export type TaskSearch = Static<typeof tasks>

/** A saved search with its screen. */
export type SavedSearch =
  | { readonly screen: 'feedback'; readonly query: FeedbackSearch }
  | { readonly screen: 'tasks'; readonly query: TaskSearch }

export const isSavedSearchScreen = (screen: string): screen is SavedSearchScreen =>
  savedSearchScreens.some((known) => known === screen)

/** Whether its owner is notified of tasks that become late, and not of new ones. */
export const isOfLateness = (search: SavedSearch): boolean =>
  search.screen === 'tasks' && (search.query.overdue !== undefined || search.query.promise !== undefined)

/** Of a task only lateness begins at a moment that is worth a notification. */
const requireLate = (search: TaskSearch): TaskSearch => {
  if (search.overdue === false) throw invalid('query.overdue', 'must be true in an alert')
  if (search.promise?.some((outcome) => outcome !== 'MISSED'))
    throw invalid('query.promise', 'must be MISSED in an alert')
  return search
}

const readAs = (schema: TObject, filters: string): unknown => {
  // The parser drops unknown filters, and then the alert would match more than was asked for.
  for (const name of new URLSearchParams(filters).keys())
    if (!Object.hasOwn(schema.properties, name)) throw invalid(`query.${name}`, 'is not a filter of alerts')
  return check(schema, parseQuery(schema, filters), 'query')
}

/** @throws ServiceError VALIDATION_ERROR */
export const readSavedSearch = (screen: SavedSearchScreen, filters: string): SavedSearch =>
  screen === 'feedback'
    ? { screen, query: readAs(feedback, filters) as FeedbackSearch }
    : { screen, query: requireLate(readAs(tasks, filters) as TaskSearch) }

/** Undefined if this version no longer knows the filters. */
export const parseSavedSearch = (screen: string, filters: string): SavedSearch | undefined => {
  if (!isSavedSearchScreen(screen)) return undefined
  try {
    return readSavedSearch(screen, filters)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
