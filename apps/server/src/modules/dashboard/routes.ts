import type { Handler } from '#server/platform/http/serve.ts'
import getFeedbackDetail from './get-feedback-detail.ts'
import getOverview from './get-overview.ts'
import listRecentFeedback from './list-recent-feedback.ts'

export const routes: readonly Handler[] = [getOverview, listRecentFeedback, getFeedbackDetail]
