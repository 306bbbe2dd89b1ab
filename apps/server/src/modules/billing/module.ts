/** Billing: plan and state of a tenant, and what is paid at Stripe. */
import * as contracts from '#contracts/billing.ts'
import { module } from '#server/platform/module.ts'
import createCheckout from './create-checkout.ts'
import getSubscription from './get-subscription.ts'
import listInvoices from './list-invoices.ts'
import listPlans from './list-plans.ts'
import { billingNotice } from './mails/billing-notice.ts'
import openBillingPortal from './open-billing-portal.ts'
import { planJobs } from './plan/scheduled-jobs.ts'
import { scheduleTrialReminder } from './plan/trial-reminder.ts'
import { readCustomer } from './read-customer.ts'
import receiveStripeEvent from './receive-stripe-event.ts'
import { reconcile } from './reconcile.ts'
import { stripeSigner } from './signature.ts'

export default module({
  name: 'billing',
  implements: contracts,
  handlers: {
    createCheckout,
    getSubscription,
    listInvoices,
    listPlans,
    openBillingPortal,
    receiveStripeEvent,
  },
  effects: {
    'internal.customer_changed': {
      run: (platform, { id, tenantId }) => readCustomer(platform, tenantId, id),
    },
  },
  scheduledJobs: planJobs,
  cronJobs: [reconcile],
  mails: { billingNotice },
  tenantDefaults: scheduleTrialReminder,
  signers: { stripe: stripeSigner },
})
