/** The door to visitors' submissions: for status reports, alerts and notifications. */
export { alternativesTo } from './alternatives.ts'
export type { StoredIssue } from './intake.ts'
export { offeredLanguage, spokenLanguage } from './languages.ts'
export { type LoadedFeedback, loadFeedback } from './load-feedback.ts'
export { visitorOutcome } from './mails/visitor-outcome.ts'
export { eraseSubmission, moderateSubmission } from './moderation.ts'
export { eraseOutcomeAddress, type OutcomeReader, outcomeAddresses } from './outcome-address.ts'
export { outlineOf } from './outline.ts'
export type { Place } from './places.ts'
export {
  findPlace,
  type ReportAsFeedback,
  recordReportAsFeedback,
  reportBySubmission,
  suspicionOf,
} from './reports.ts'
export { flushScans } from './state.ts'
export { storedIssues } from './submit.ts'
export { trackingState } from './tracking-rules.ts'
export { searchCondition } from './words.ts'
