/** The door to visitors' submissions: for status reports, alerts and notifications. */
export { alternativesTo } from './alternatives.ts'
export { offeredLanguage } from './get-feedback-amenity.ts'
export { eraseOutcomeAddress, outcomeAddresses, type OutcomeReader } from './outcome-address.ts'
export { findPlace, recordReportAsFeedback, type ReportAsFeedback, reportBySubmission, suspicionOf } from './reports.ts'
export type { Place } from './places.ts'
export { spokenLanguage } from './languages.ts'
export { type StoredIssue, storedIssues } from './submit.ts'
