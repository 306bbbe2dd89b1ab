/** A member's saved views and their alerts. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { SavedSearchAlertInput, SavedViewInput } from '#contracts/preferences.ts'
import { mostSavedSearchAlerts } from '#contracts/saved-search-alerts.ts'
import { forbidden, invalid, notFound, ServiceError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { StoredView } from './preferences.ts'
import {
  isOfLateness,
  isSavedSearchScreen,
  parseSavedSearch,
  readSavedSearch,
} from './saved-search-filters.ts'

/** @throws ServiceError VALIDATION_ERROR for unknown filters, and if every channel is off */
const requireValidAlert = (
  screen: string,
  { filters, mail, push }: SavedSearchAlertInput,
  path: string,
): void => {
  if (!isSavedSearchScreen(screen)) throw invalid(path, 'is of a list without alerts')
  if (!mail && !push) throw invalid(path, 'needs email or push')
  try {
    readSavedSearch(screen, filters)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw invalid(`${path}.filters`, error.message)
  }
}

/**
 * A view keeps its id, and keeps its alert if `tell` is left out; a new view gets an id.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN for an alert of a technician
 */
export const viewsFrom = (
  views: readonly SavedViewInput[],
  before: readonly StoredView[],
  roles: readonly Role[],
  now: Date,
): StoredView[] => {
  const known = new Map(before.map((view) => [view.id, view]))
  const ids = views.map(({ id }) => id).filter((id) => id !== undefined)
  if (new Set(ids).size < ids.length) throw invalid('body.savedViews', 'contains a view twice')
  if (ids.some((id) => !known.has(id))) throw notFound()
  const saved = views.map(({ tell, ...view }, place): StoredView => {
    const kept = view.id === undefined ? undefined : known.get(view.id)?.tell
    const stored = { ...view, id: view.id ?? newId(now.getTime()) }
    if (tell === undefined) return { ...stored, ...(kept ? { tell: kept } : {}) }
    if (tell === null) return stored
    const isSame = kept?.filters === tell.filters
    if (!isSame || kept.mail !== tell.mail || kept.push !== tell.push) {
      if (!roles.some((role) => role !== 'TECHNICIAN')) throw forbidden()
      requireValidAlert(view.screen, tell, `body.savedViews.${place}.tell`)
    }
    return { ...stored, tell: { ...tell, since: isSame ? kept.since : now.toISOString() } }
  })
  if (saved.filter(({ tell }) => tell).length > mostSavedSearchAlerts)
    throw invalid('body.savedViews', `has more than ${mostSavedSearchAlerts} views with an alert`)
  return saved
}

/** Scheduled job that looks for tasks that have become overdue, one for each tenant. */
export const overdueAlertJob = { kind: 'alert.overdue', key: 'next' } as const

export const hasOverdueAlert = (views: readonly StoredView[]): boolean =>
  views.some(({ screen, tell }) => {
    const search = tell && parseSavedSearch(screen, tell.filters)
    return search !== undefined && isOfLateness(search)
  })
