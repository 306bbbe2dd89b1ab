/** Billing: plan and state of a tenant, and what is paid at Stripe. */
import { module } from '#server/platform/module.ts'
import { billingNotice } from './mails/billing-notice.ts'
import { planJobs } from './plan/scheduled-jobs.ts'
import { scheduleTrialReminder } from './plan/trial-reminder.ts'

export default module({
  name: 'billing',
  scheduledJobs: planJobs,
  mails: { billingNotice },
  tenantDefaults: scheduleTrialReminder,
})
