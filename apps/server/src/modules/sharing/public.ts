/**
 * What the pages under /s call. Run each call in `gate.runPage`, so that unknown tokens and wrong passwords count in
 * the failed-attempt throttle of an address.
 */
export { forgetPartner } from './grants/forget-partner.ts'
export { mailingLinkKind } from './mailings/find-recipient.ts'
export { type Pairing, readPairing, startPairing } from './screens/pairing.ts'
export { type PastMailing, storeLink, storeMailing } from './store-history.ts'
export { type Download, downloadShare } from './views/download-share.ts'
export { followShare } from './views/follow-share.ts'
export { checkShare, type OpenedShare, openShare, type Visit } from './views/open-share.ts'
export { findSharedPhoto } from './views/photo-address.ts'
export { unlockShare } from './views/unlock-share.ts'
export { type ViewSession, viewSessionCookie, viewSessionCookieName } from './views/view-session.ts'
