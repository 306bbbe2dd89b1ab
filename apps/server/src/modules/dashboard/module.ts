import * as contracts from '#contracts/dashboard.ts'
import * as exports from '#contracts/exports.ts'
import * as figures from '#contracts/figures.ts'
import * as live from '#contracts/live.ts'
import * as reports from '#contracts/reports.ts'
import { module } from '#server/platform/module.ts'
import bulkFeedback from './bulk-feedback.ts'
import compareBuildings from './compare-buildings.ts'
import exportCsv from './export-csv.ts'
import { feedbackSerializers } from './feedback-serializers.ts'
import followLive from './follow-live.ts'
import getAmenityFigures from './get-amenity-figures.ts'
import getBuildingFigures from './get-building-figures.ts'
import getFeedbackDetail from './get-feedback-detail.ts'
import getFeedbackFigures from './get-feedback-figures.ts'
import getFeedbackHeatmap from './get-feedback-heatmap.ts'
import getOverview from './get-overview.ts'
import getReport from './get-report.ts'
import listAmenityPerformance from './list-amenity-performance.ts'
import listFeedbackIssues from './list-feedback-issues.ts'
import listFeedbackTopics from './list-feedback-topics.ts'
import listFeedbackTrends from './list-feedback-trends.ts'
import listRecentFeedback from './list-recent-feedback.ts'

export default module({
  name: 'dashboard',
  implements: { ...contracts, ...exports, ...figures, ...live, ...reports },
  handlers: {
    bulkFeedback,
    compareBuildings,
    exportCsv,
    followLive,
    getAmenityFigures,
    getBuildingFigures,
    getFeedbackDetail,
    getFeedbackFigures,
    getFeedbackHeatmap,
    getOverview,
    getReport,
    listAmenityPerformance,
    listFeedbackIssues,
    listFeedbackTopics,
    listFeedbackTrends,
    listRecentFeedback,
  },
  serializers: feedbackSerializers,
})
