/**
 * The visitor pages as functions from a model to a whole HTML document. Built to dist/visitor/server.js, which
 * the server imports; nothing here reads a clock, a network or a disk.
 */
export { renderAboutPage } from './pages/about.tsx'
export { renderErrorPage } from './pages/error.tsx'
export { renderNotConfiguredPage } from './pages/not-configured.tsx'
export { renderRatePage } from './pages/rate.tsx'
export { renderReportPage } from './pages/report.tsx'
export { renderStatusPage } from './pages/status.tsx'
export { renderTaskLinkPage } from './pages/task-link.tsx'
export { renderTaskLinkOverPage } from './pages/task-link-over.tsx'
export { renderThanksPage } from './pages/thanks.tsx'
export { renderTrackPage } from './pages/track.tsx'
export { contentSecurityPolicy, scriptHash, styleHash } from './policy.ts'
export { agoHoldsUntil } from './time.ts'
