import type { CallInput } from '#client/types.ts'
import type { listRecentFeedback } from '#contracts/dashboard.ts'
import { day, flag, ids, one, pageNumber, some, sortOf, text } from '../lib/search.ts'

export const feedbackSorts = ['createdAt', 'rating'] as const
export const ratings = ['1', '2', '3', '4', '5'] as const
export const shownStates = ['VISIBLE', 'QUARANTINED', 'HIDDEN'] as const

export interface InboxSearch {
  readonly q?: string | undefined
  readonly rating?: (typeof ratings)[number][] | undefined
  readonly building?: string[] | undefined
  readonly amenity?: string[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly comments?: true | undefined
  readonly state?: (typeof shownStates)[number] | undefined
  readonly sort?: 'createdAt' | '-createdAt' | 'rating' | '-rating' | undefined
  readonly page?: number | undefined
}

export const readInbox = (search: Record<string, unknown>): InboxSearch => ({
  q: text(search.q),
  rating: some(search.rating, ratings),
  building: ids(search.building),
  amenity: ids(search.amenity),
  from: day(search.from),
  to: day(search.to),
  comments: flag(search.comments),
  state: one(search.state, shownStates),
  sort: sortOf(search.sort, feedbackSorts),
  page: pageNumber(search.page),
})

/** The rows that an address shows. */
export const rowsOf = ({
  comments,
  state,
  ...search
}: InboxSearch): CallInput<typeof listRecentFeedback> => ({
  query: {
    ...search,
    hasComment: comments,
    state: state ? [state] : undefined,
    sort: search.sort ?? '-createdAt',
    pageSize: 50,
  },
})
