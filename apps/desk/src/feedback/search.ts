import type { CallInput } from '#client/types.ts'
import type { listRecentFeedback } from '#contracts/dashboard.ts'
import { codes, countSet, day, flag, ids, one, pageNumber, some, sortOf, text } from '#desk-kit/lib/search.ts'

export const feedbackSorts = ['createdAt', 'rating'] as const
export const ratings = ['1', '2', '3', '4', '5'] as const
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export const hours = Array.from({ length: 24 }, (_, hour) => String(hour)) as readonly Hour[]
export const shownStates = ['VISIBLE', 'QUARANTINED', 'HIDDEN'] as const
export const shows = ['todo', 'done', 'all'] as const

type Query = NonNullable<CallInput<typeof listRecentFeedback>['query']>
export type Hour = NonNullable<Query['hour']>[number]

export interface InboxSearch {
  readonly q?: string | undefined
  readonly rating?: (typeof ratings)[number][] | undefined
  readonly building?: string[] | undefined
  readonly amenity?: string[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly comments?: true | undefined
  /** links from figures: hidden submissions count too, so `state` is not sent */
  readonly counted?: true | undefined
  readonly type?: string[] | undefined
  readonly issue?: string[] | undefined
  readonly weekday?: (typeof weekdays)[number][] | undefined
  readonly hour?: Hour[] | undefined
  readonly state?: (typeof shownStates)[number] | undefined
  /** new, done or all; left out: new, or with filters all */
  readonly show?: (typeof shows)[number] | undefined
  readonly label?: string[] | undefined
  /** has a task that is not done */
  readonly open?: true | undefined
  /** awaits review by an administrator */
  readonly review?: true | undefined
  /** lists submissions with a rating only, too */
  readonly bare?: true | undefined
  readonly sort?: 'createdAt' | '-createdAt' | 'rating' | '-rating' | undefined
  readonly page?: number | undefined
  /** the open submission */
  readonly id?: string | undefined
}

const labels = (value: unknown): string[] | undefined => {
  const found = (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [])
    .map((label) => label.trim())
    .filter((label) => label !== '' && label.length <= 40)
    .slice(0, 10)
  return found.length === 0 ? undefined : found
}

export const readInbox = (search: Record<string, unknown>): InboxSearch => ({
  q: text(search.q),
  rating: some(search.rating, ratings),
  building: ids(search.building),
  amenity: ids(search.amenity),
  from: day(search.from),
  to: day(search.to),
  comments: flag(search.comments),
  counted: flag(search.counted),
  type: codes(search.type),
  issue: codes(search.issue),
  weekday: some(search.weekday, weekdays),
  hour: some(search.hour, hours),
  state: one(search.state, shownStates),
  show: one(search.show, shows),
  label: labels(search.label),
  open: flag(search.open),
  review: flag(search.review),
  bare: flag(search.bare),
  sort: sortOf(search.sort, feedbackSorts),
  page: pageNumber(search.page),
  id: ids(typeof search.id === 'string' ? search.id : undefined)?.[0],
})

/** The filters, without order, page and open submission. */
const narrowing = ({
  page: _page,
  sort: _sort,
  id: _id,
  show: _show,
  bare: _bare,
  ...filters
}: InboxSearch): Partial<InboxSearch> => filters

export const isFiltered = (search: InboxSearch): boolean =>
  Object.values(narrowing(search)).some((value) => value !== undefined)

export const filterCount = (search: InboxSearch): number => countSet(narrowing(search))

/** Clears all filters. */
export const unfiltered = (search: InboxSearch): InboxSearch =>
  Object.fromEntries(Object.keys(narrowing(search)).map((name) => [name, undefined]))

/**
 * Links from figures and emails have filters only and mean all matching rows; without filters, the inbox shows new
 * ones.
 */
export const showOf = (search: InboxSearch): (typeof shows)[number] =>
  search.show ?? (isFiltered(search) ? 'all' : 'todo')

/** Whether rating-only submissions are summarised in one line. */
const hidesRatingOnly = (search: InboxSearch): boolean =>
  !search.bare && !search.review && (search.show !== undefined || !isFiltered(search))

/** The filters by their names in the contract. */
export const filtersOf = (search: InboxSearch) => {
  const { comments, state, review, ...filters } = narrowing(search)
  const show = showOf(search)
  return {
    ...filters,
    hasComment: comments,
    toReview: review,
    state: state && !filters.counted ? [state] : undefined,
    done: show === 'all' ? undefined : show === 'done',
    bare: hidesRatingOnly(search) ? false : undefined,
  }
}

/** The filters that apply to new feedback, for an alert. Undefined where they ask for a later state. */
export const alertFiltersOf = (search: InboxSearch) => {
  const {
    from: _from,
    to: _to,
    counted: _counted,
    comments,
    state,
    label,
    open,
    review,
    ...filters
  } = narrowing(search)
  const matchesNew =
    showOf(search) !== 'done' && (state ?? 'VISIBLE') === 'VISIBLE' && !label && !open && !review
  return matchesNew ? { ...filters, hasComment: comments } : undefined
}

/** All submissions that match an alert, in any state. */
export const searchOfAlert = ({
  hasComment,
  ...filters
}: NonNullable<ReturnType<typeof alertFiltersOf>>): InboxSearch => ({
  ...filters,
  comments: hasComment,
  show: 'all',
  bare: true,
})

/** Query of the rows. */
export const rowsOf = (search: InboxSearch): CallInput<typeof listRecentFeedback> => ({
  query: {
    ...filtersOf(search),
    page: search.page,
    sort: search.sort ?? '-createdAt',
    pageSize: 50,
  },
})
