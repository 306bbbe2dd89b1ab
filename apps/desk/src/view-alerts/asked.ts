/** Alert of a saved view: its filters, as far as they apply to new items; undefined where they ask for a later state. */
import type { alertFiltersOf as feedbackWishOf } from '../feedback/search.ts'
import type { alertFiltersOf as taskWishOf } from '../tasks/search.ts'

export type FeedbackAlertFilters = NonNullable<ReturnType<typeof feedbackWishOf>>
export type TaskAlertFilters = NonNullable<ReturnType<typeof taskWishOf>>

export type AlertRequest =
  | { readonly screen: 'feedback'; readonly filters: FeedbackAlertFilters | undefined }
  | { readonly screen: 'tasks'; readonly filters: TaskAlertFilters | undefined }

/** With filters that an alert can have. */
export type ViewAlert =
  | { readonly screen: 'feedback'; readonly filters: FeedbackAlertFilters }
  | { readonly screen: 'tasks'; readonly filters: TaskAlertFilters }
