import * as contracts from '#contracts/dashboard.ts'
import * as live from '#contracts/live.ts'
import { module } from '#server/platform/module.ts'
import followLive from './follow-live.ts'
import getFeedbackDetail from './get-feedback-detail.ts'
import getOverview from './get-overview.ts'
import listRecentFeedback from './list-recent-feedback.ts'
import { showFeedback } from './show-feedback-events.ts'

export default module({
  name: 'dashboard',
  implements: { ...contracts, ...live },
  handlers: { followLive, getFeedbackDetail, getOverview, listRecentFeedback },
  shows: showFeedback,
})
