/** Screens of the set-up: rules, and who works when. */
import { listAlertRules } from '#contracts/alerts/rules.ts'
import { listEscalationRules } from '#contracts/escalation/rules.ts'
import { getOnCall, getOperator, listCompanies, listOperators } from '#contracts/operator.ts'
import { listAmenityTypes } from '#contracts/places/amenity-types.ts'
import { listRoutingRules } from '#contracts/routing/rules.ts'
import { listSchedules } from '#contracts/schedules.ts'
import { listSlaPolicies } from '#contracts/sla/policies.ts'
import { getWizardState } from '#contracts/wizard.ts'
import { list, page, queryOf, record } from '#desk-kit/shell/screen-kinds.ts'
import { companyMessages } from '../admin/companies/messages.ts'
import { escalationMessages } from '../admin/escalation/messages.ts'
import { adminMessages } from '../admin/messages.ts'
import { missingMessages } from '../admin/missing/messages.ts'
import { operatorMessages } from '../admin/operators/messages.ts'
import { routingMessages } from '../admin/routing/messages.ts'
import { ruleMessages } from '../admin/rules/messages.ts'
import { scheduleMessages } from '../admin/schedules/messages.ts'
import { shiftMessages } from '../admin/shifts/messages.ts'
import { callOf, peopleOf, readShifts } from '../admin/shifts/search.ts'
import { slaMessages } from '../admin/sla/messages.ts'
import { typeMessages } from '../admin/types/messages.ts'
import { installationMessages } from '../setup/installation/messages.ts'
import { setupMessages } from '../setup/messages.ts'
import { taskMessages } from '../tasks/messages.ts'
import { wizardMessages } from '../wizard/messages.ts'
import { readWizard } from '../wizard/search.ts'

export const setupScreens = {
  setup: page({
    path: '/setup',
    // Visible to everyone who may read companies; administrators also see the setup checklist.
    reads: listCompanies,
    area: 'setup',
    key: 'e',
    messages: [setupMessages],
    load: () => import('../setup/setup.tsx'),
  }),
  installation: page({
    path: '/installation',
    reads: getWizardState,
    under: 'setup',
    messages: [installationMessages],
    load: () => import('../setup/installation/installation.tsx'),
  }),
  wizard: page({
    path: '/wizard',
    reads: getWizardState,
    area: 'facility',
    missing: ({ limits }) => limits.qrCodes.used === 0,
    search: readWizard,
    queries: () => [queryOf(getWizardState, {})],
    messages: [wizardMessages, adminMessages],
    load: () => import('../wizard/wizard.tsx'),
  }),
  types: list({
    path: '/types',
    reads: listAmenityTypes,
    area: 'facility',
    key: 'y',
    messages: [typeMessages, adminMessages],
    load: () => import('../admin/types/types.tsx'),
  }),
  rules: list({
    path: '/rules',
    reads: listAlertRules,
    area: 'facility',
    key: 'r',
    messages: [ruleMessages, adminMessages],
    load: () => import('../admin/rules/rules.tsx'),
  }),
  routing: list({
    path: '/routing',
    reads: listRoutingRules,
    messages: [adminMessages, routingMessages, taskMessages],
    area: 'operations',
    key: 'g',
    load: () => import('../admin/routing/routing.tsx'),
  }),
  companies: list({
    path: '/companies',
    reads: listCompanies,
    area: 'operations',
    key: 'c',
    messages: [companyMessages, adminMessages, operatorMessages],
    load: () => import('../admin/companies/companies.tsx'),
  }),
  operators: list({
    path: '/operators',
    reads: listOperators,
    area: 'operations',
    key: 'p',
    messages: [adminMessages, missingMessages, operatorMessages],
    load: () => import('../admin/operators/operators.tsx'),
  }),
  operator: record({
    path: '/operators/$id',
    reads: getOperator,
    under: 'operators',
    title: ({ name }) => name,
    messages: [adminMessages, operatorMessages, shiftMessages],
    load: () => import('../admin/operator/operator.tsx'),
  }),
  shifts: page({
    path: '/shifts',
    reads: getOnCall,
    area: 'operations',
    key: 'w',
    search: readShifts,
    queries: (search) => [queryOf(listOperators, peopleOf(search)), queryOf(getOnCall, callOf(search))],
    messages: [adminMessages, operatorMessages, shiftMessages],
    load: () => import('../admin/shifts/shifts.tsx'),
  }),
  slaPolicies: list({
    path: '/sla-policies',
    reads: listSlaPolicies,
    messages: [adminMessages, slaMessages],
    area: 'operations',
    key: 'k',
    load: () => import('../admin/sla/policies.tsx'),
  }),
  escalation: list({
    path: '/escalation',
    reads: listEscalationRules,
    messages: [adminMessages, escalationMessages],
    area: 'operations',
    key: 'x',
    load: () => import('../admin/escalation/rules.tsx'),
  }),
  schedules: list({
    path: '/schedules',
    reads: listSchedules,
    area: 'operations',
    key: 'j',
    messages: [adminMessages, scheduleMessages],
    load: () => import('../admin/schedules/schedules.tsx'),
  }),
}
