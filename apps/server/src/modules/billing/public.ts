/** What other modules, the seeds and the tests may import of billing. */
export { checkPrices } from './check-prices.ts'
export { cancelSubscriptions } from './customers.ts'
export {
  moveTrialEnd,
  type PlanChange,
  reactivateTenant,
  setPlanByHand,
  suspendTenant,
  takeBackPlan,
} from './plan/tenant-plan.ts'
