/** What a view could tell of: its filters as they are true of what is new; undefined where it asks what became of it. */
import type { wishOf as feedbackWishOf } from '../feedback/search.ts'
import type { wishOf as taskWishOf } from '../tasks/search.ts'

export type FeedbackWish = NonNullable<ReturnType<typeof feedbackWishOf>>
export type TaskWish = NonNullable<ReturnType<typeof taskWishOf>>

export type WishAsked =
  | { readonly screen: 'feedback'; readonly filters: FeedbackWish | undefined }
  | { readonly screen: 'tasks'; readonly filters: TaskWish | undefined }

/** With filters that can be told. */
export type Wishable =
  | { readonly screen: 'feedback'; readonly filters: FeedbackWish }
  | { readonly screen: 'tasks'; readonly filters: TaskWish }
