/** The saved views of a person, and what of them is to be told. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { SavedViewInput, WishInput } from '#contracts/preferences.ts'
import { mostWishes } from '#contracts/wishes.ts'
import { forbidden, invalid, notFound, ServiceError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { StoredView } from './preferences.ts'
import { isWishScreen, readWished } from './wish-filters.ts'

/** @throws ServiceError VALIDATION_ERROR for filters that are not of what is new, and where no way is left */
const requireWish = (screen: string, { filters, mail, push }: WishInput, path: string): void => {
  if (!isWishScreen(screen)) throw invalid(path, 'is of a list that nothing is told of')
  if (!mail && !push) throw invalid(path, 'needs mail or push')
  try {
    readWished(screen, filters)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw invalid(`${path}.filters`, error.message)
  }
}

/**
 * A view keeps its id, and its wish where nothing is said of it; a new one gets one.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN for a wish of who does not lead
 */
export const viewsFrom = (
  views: readonly SavedViewInput[],
  before: readonly StoredView[],
  roles: readonly Role[],
  now: Date,
): StoredView[] => {
  const known = new Map(before.map((view) => [view.id, view]))
  const ids = views.map(({ id }) => id).filter((id) => id !== undefined)
  if (new Set(ids).size < ids.length) throw invalid('body.savedViews', 'names a view twice')
  if (ids.some((id) => !known.has(id))) throw notFound()
  const saved = views.map(({ tell, ...view }, place): StoredView => {
    const kept = view.id === undefined ? undefined : known.get(view.id)?.tell
    const stored = { ...view, id: view.id ?? newId(now.getTime()) }
    if (tell === undefined) return { ...stored, ...(kept ? { tell: kept } : {}) }
    if (tell === null) return stored
    const isSame = kept?.filters === tell.filters
    if (!isSame || kept.mail !== tell.mail || kept.push !== tell.push) {
      if (!roles.some((role) => role !== 'TECHNICIAN')) throw forbidden()
      requireWish(view.screen, tell, `body.savedViews.${place}.tell`)
    }
    return { ...stored, tell: { ...tell, since: isSame ? kept.since : now.toISOString() } }
  })
  if (saved.filter(({ tell }) => tell).length > mostWishes)
    throw invalid('body.savedViews', `has more than ${mostWishes} views of which something is told`)
  return saved
}
