/** The filters of saved-search alerts, by the screen whose view has one. */
import type { alertFiltersOf as feedbackAlertFiltersOf } from '../feedback/search.ts'
import type { alertFiltersOf as taskAlertFiltersOf } from '../tasks/search.ts'

export type FeedbackAlertFilters = NonNullable<ReturnType<typeof feedbackAlertFiltersOf>>
export type TaskAlertFilters = NonNullable<ReturnType<typeof taskAlertFiltersOf>>

export type ViewAlert =
  | { readonly screen: 'feedback'; readonly filters: FeedbackAlertFilters }
  | { readonly screen: 'tasks'; readonly filters: TaskAlertFilters }
