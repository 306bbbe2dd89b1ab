/** Alert of a saved view: its filters, as far as they apply to new items; undefined where they ask for a later state. */
import type { alertFiltersOf as feedbackAlertFiltersOf } from '../feedback/search.ts'
import type { alertFiltersOf as taskAlertFiltersOf } from '../tasks/search.ts'

export type FeedbackAlertFilters = NonNullable<ReturnType<typeof feedbackAlertFiltersOf>>
export type TaskAlertFilters = NonNullable<ReturnType<typeof taskAlertFiltersOf>>

export type AlertRequest =
  | { readonly screen: 'feedback'; readonly filters: FeedbackAlertFilters | undefined }
  | { readonly screen: 'tasks'; readonly filters: TaskAlertFilters | undefined }

/** With filters that an alert can have. */
export type ViewAlert =
  | { readonly screen: 'feedback'; readonly filters: FeedbackAlertFilters }
  | { readonly screen: 'tasks'; readonly filters: TaskAlertFilters }
