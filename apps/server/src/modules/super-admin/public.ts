/** What other modules, the seeds, the command line and the tests may import of the platform. */
export { verifyPlatformChain } from './audit/verify.ts'
export {
  addSuperAdmin,
  ensureSuperAdmin,
  type PlatformSignIn,
  removeSuperAdmin,
} from './session/platform-users.ts'
export { codeAt, newSecret } from './session/totp.ts'
export { erase } from './tenants/closing.ts'
export { countUsage } from './usage/count-usage.ts'
