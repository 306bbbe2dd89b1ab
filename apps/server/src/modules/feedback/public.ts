/** What other modules may import of feedback. */

export type { StoredIssue } from './intake/intake.ts'
export { type LoadedFeedback, loadFeedback } from './intake/load-feedback.ts'
export {
  findPlace,
  type ReportAsFeedback,
  recordReportAsFeedback,
  reportBySubmission,
  suspicionOf,
} from './intake/reports.ts'
export { flushScans } from './intake/state.ts'
export { storedIssues } from './intake/submit.ts'
export { visitorOutcome } from './mails/visitor-outcome.ts'
export { alternativesTo } from './places/alternatives.ts'
export { offeredLanguage, spokenLanguage } from './places/languages.ts'
export type { Place } from './places/place-cache.ts'
export { coverageOf, type RollupGroup, readCoverage } from './rollup/coverage.ts'
export { hourlyHistogramOf, readHistogram } from './rollup/hourly-histogram.ts'
export { countLastDays, countThisMonth } from './rollup/this-month.ts'
export { wholeBuilding } from './rollup/write-days.ts'
export {
  askAgainAfterMs,
  lockAddress,
  recordQuestion,
  unconfirmedForMs,
} from './tracking/confirmation-limits.ts'
export {
  confirmOutcomeAddress,
  eraseOutcomeAddress,
  type OutcomeReader,
  outcomeAddresses,
  outcomeReader,
} from './tracking/outcome-address.ts'
export { giveTestFeedback } from './tracking/test-feedback.ts'
export { trackingState } from './tracking/tracking-rules.ts'
export { type OwnReply, repliesOf } from './triage/replies.ts'
export { handleSubmissions } from './triage/triage.ts'
export { eraseSubmission, moderateSubmission } from './words/moderation.ts'
export { type Outline, outlineOf, outlinesOf } from './words/outline.ts'
export { quarantineSubmissions } from './words/quarantine.ts'
export { searchCondition } from './words/search-comments.ts'
