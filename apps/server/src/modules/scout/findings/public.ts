/** What other modules may use of findings. */
export { change } from './change.ts'
export { confirm } from './confirm-media.ts'
export { verify, withdraw } from './end-finding.ts'
export { findingsById, unscored } from './finding-row.ts'
export { rejectFindings } from './reject-findings.ts'
export { type Origin, report } from './report.ts'
