/** The door to auth for other modules, the seeds and the tests. */
export { createTenant, createUser } from './create-tenant.ts'
export { endLinks, oneTimeSignIn, requestInvitation } from './mail-links.ts'
export { hashPassword } from './passwords.ts'
export { removeUser } from './remove-user.ts'
export { endSessions, endSessionsOutsideSso, startSession } from './sessions.ts'
export { passCookie } from './sso-pass.ts'
