/** What other modules, the seeds and the tests may import of auth. */
export { createTenant, createUser, createUsers } from './account/create-tenant.ts'
export { slugOf } from './account/open-trial.ts'
export { hashPassword, verifyPassword } from './account/passwords.ts'
export { declineMail, type StoredView, setQuietHours } from './account/preferences.ts'
export { removeUser } from './account/remove-user.ts'
export {
  type FeedbackSearch,
  isOfLateness,
  parseSavedSearch,
  type SavedSearch,
  type TaskSearch,
} from './account/saved-search-filters.ts'
export { overdueAlertJob } from './account/saved-views.ts'
export {
  endLinks,
  markVerified,
  oneTimeSignIn,
  requestInvitation,
  requestInvitations,
} from './sign-in/mail-links.ts'
export { withMinimumTime } from './sign-in/minimum-time.ts'
export { endSessions, endSessionsOutsideSso, startSession } from './sign-in/sessions.ts'
export { ssoPassCookie } from './sign-in/sso-pass.ts'
