/** The operator registry: who may do the work, what they are certified for, and when they are on duty. */
import * as contracts from '#contracts/operator.ts'
import { module } from '#server/platform/module.ts'
import { certificateWork } from './certifications/expiring.ts'
import { renewProofs } from './certifications/renew-proofs.ts'
import setCertifications from './certifications/set-certifications.ts'
import { showCertificates } from './certifications/show-expiring.ts'
import { companyWork } from './companies/company-state.ts'
import createCompany from './companies/create-company.ts'
import listCompanies from './companies/list-companies.ts'
import updateCompany from './companies/update-company.ts'
import { cronJobs } from './cron-jobs.ts'
import { dutyWork } from './duty/end-duty.ts'
import setDuty from './duty/set-duty.ts'
import { noteWork } from './duty/shift-notes.ts'
import getOnCall from './finding/get-on-call.ts'
import matchOperators from './finding/match-operators.ts'
import { taskLink } from './mails/task-link.ts'
import { taskLinkEnded } from './mails/task-link-ended.ts'
import { taskLinks } from './mails/task-links.ts'
import createOperator from './operators/create-operator.ts'
import getOperator from './operators/get-operator.ts'
import listOperators from './operators/list-operators.ts'
import setShifts from './operators/set-shifts.ts'
import updateOperator from './operators/update-operator.ts'
import { endFinished, linkAssigned, linkReopened, linkResumed, linkWork } from './task-links/update-links.ts'

export default module({
  name: 'operator',
  implements: contracts,
  handlers: {
    createCompany,
    createOperator,
    getOnCall,
    getOperator,
    listCompanies,
    listOperators,
    matchOperators,
    setCertifications,
    setDuty,
    setShifts,
    updateCompany,
    updateOperator,
  },
  onBatch: {
    'task.assigned': linkAssigned,
    'task.blocked': linkResumed,
    'task.reopened': linkReopened,
    'task.status_changed': endFinished,
  },
  serializers: showCertificates,
  mails: { taskLink, taskLinks, taskLinkEnded },
  scheduledJobs: { ...certificateWork, ...companyWork, ...dutyWork, ...linkWork, ...noteWork },
  cronJobs,
  renews: renewProofs,
})
