/** The door to auth for other modules, the seeds and the tests. */
export { createTenant, createUser } from './create-tenant.ts'
export { hashPassword } from './passwords.ts'
export { startSession } from './sessions.ts'
