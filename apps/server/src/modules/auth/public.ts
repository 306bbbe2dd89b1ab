/** The door to auth for other modules, the seeds and the tests. */
export { createTenant, createUser } from './account/create-tenant.ts'
export { hashPassword } from './account/passwords.ts'
export { declineMail } from './account/preferences.ts'
export { removeUser } from './account/remove-user.ts'
export { endLinks, oneTimeSignIn, requestInvitation } from './sign-in/mail-links.ts'
export { endSessions, endSessionsOutsideSso, startSession } from './sign-in/sessions.ts'
export { passCookie } from './sign-in/sso-pass.ts'
