/**
 * Render functions of the visitor pages, from model to HTML. Built to dist/visitor/server.js, which the server
 * imports. They are pure: no clock, network or disk.
 */
export { renderBadge } from './feeds/badge.tsx'
export { renderClosures } from './feeds/closures.ts'
export { renderStatusFeed } from './feeds/news.ts'
export { renderAboutPage } from './pages/about.tsx'
export { renderErrorPage } from './pages/error.tsx'
export { renderNotConfiguredPage } from './pages/not-configured.tsx'
export { renderRatePage } from './pages/rate.tsx'
export { renderReportPage } from './pages/report.tsx'
export { renderShareEndedPage } from './pages/share/ended.tsx'
export { renderShareLockedPage } from './pages/share/locked.tsx'
export { renderPairPage } from './pages/share/pair.tsx'
export { renderSharePage } from './pages/share/share.tsx'
export { renderStatusPage } from './pages/status.tsx'
export { renderTaskLinkPage } from './pages/task-link.tsx'
export { renderTaskLinkOverPage } from './pages/task-link-over.tsx'
export { renderThanksPage } from './pages/thanks.tsx'
export { renderTrackPage } from './pages/track.tsx'
export { contentSecurityPolicy, scriptHash, shareSecurityPolicy, styleHash } from './policy.ts'
export { agoHoldsUntil } from './time.ts'
