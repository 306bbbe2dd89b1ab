/** What other modules, the seeds and the tests may import of billing. */
export { cancelSubscriptions } from './customers.ts'
export {
  moveTrialEnd,
  type PlanChange,
  reactivateTenant,
  setPlanByHand,
  suspendTenant,
  takeBackPlan,
} from './plan/tenant-plan.ts'
