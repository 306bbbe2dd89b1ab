/** Screens of the set-up: how reports are handled, and who does the work when. */
import { listAlertRules } from '#contracts/alerts/rules.ts'
import { listEscalationRules } from '#contracts/escalation/rules.ts'
import { getOnCall, getOperator, listCompanies, listOperators } from '#contracts/operator.ts'
import { listAmenityTypes } from '#contracts/places/amenity-types.ts'
import { listRoutingRules } from '#contracts/routing/rules.ts'
import { listSchedules } from '#contracts/schedules.ts'
import { listSlaPolicies } from '#contracts/sla/policies.ts'
import { getWizardState } from '#contracts/wizard.ts'
import { companyWords } from '../admin/companies/words.ts'
import { escalationWords } from '../admin/escalation/words.ts'
import { missingWords } from '../admin/missing/words.ts'
import { operatorWords } from '../admin/operators/words.ts'
import { routingWords } from '../admin/routing/words.ts'
import { ruleWords } from '../admin/rules/words.ts'
import { scheduleWords } from '../admin/schedules/words.ts'
import { callOf, peopleOf, readShifts } from '../admin/shifts/search.ts'
import { shiftWords } from '../admin/shifts/words.ts'
import { slaWords } from '../admin/sla/words.ts'
import { typeWords } from '../admin/types/words.ts'
import { houseWords } from '../admin/words.ts'
import { list, page, queryOf, record } from '../screen-kinds.ts'
import { setupWords } from '../setup/words.ts'
import { taskWords } from '../tasks/words.ts'
import { readWizard } from '../wizard/search.ts'
import { wizardWords } from '../wizard/words.ts'

export const setupScreens = {
  setup: page({
    path: '/setup',
    // It is there for whoever may see the first of what stands in it; its health is read for administrators.
    reads: listCompanies,
    area: 'setup',
    key: 'e',
    words: [setupWords],
    load: () => import('../setup/setup.tsx'),
  }),
  wizard: page({
    path: '/wizard',
    reads: getWizardState,
    area: 'facility',
    missing: ({ limits }) => limits.qrCodes.used === 0,
    search: readWizard,
    queries: () => [queryOf(getWizardState, {})],
    words: [wizardWords, houseWords],
    load: () => import('../wizard/wizard.tsx'),
  }),
  types: list({
    path: '/types',
    reads: listAmenityTypes,
    area: 'facility',
    key: 'y',
    words: [typeWords, houseWords],
    load: () => import('../admin/types/types.tsx'),
  }),
  rules: list({
    path: '/rules',
    reads: listAlertRules,
    area: 'facility',
    key: 'r',
    words: [ruleWords, houseWords],
    load: () => import('../admin/rules/rules.tsx'),
  }),
  routing: list({
    path: '/routing',
    reads: listRoutingRules,
    words: [houseWords, routingWords, taskWords],
    area: 'operations',
    key: 'g',
    load: () => import('../admin/routing/routing.tsx'),
  }),
  companies: list({
    path: '/companies',
    reads: listCompanies,
    area: 'operations',
    key: 'c',
    words: [companyWords, houseWords, operatorWords],
    load: () => import('../admin/companies/companies.tsx'),
  }),
  operators: list({
    path: '/operators',
    reads: listOperators,
    area: 'operations',
    key: 'p',
    words: [houseWords, missingWords, operatorWords],
    load: () => import('../admin/operators/operators.tsx'),
  }),
  operator: record({
    path: '/operators/$id',
    reads: getOperator,
    under: 'operators',
    title: ({ name }) => name,
    words: [houseWords, operatorWords, shiftWords],
    load: () => import('../admin/operators/operator.tsx'),
  }),
  shifts: page({
    path: '/shifts',
    reads: getOnCall,
    area: 'operations',
    key: 'w',
    search: readShifts,
    queries: (search) => [queryOf(listOperators, peopleOf(search)), queryOf(getOnCall, callOf(search))],
    words: [houseWords, operatorWords, shiftWords],
    load: () => import('../admin/shifts/shifts.tsx'),
  }),
  slaPolicies: list({
    path: '/sla-policies',
    reads: listSlaPolicies,
    words: [houseWords, slaWords],
    area: 'operations',
    key: 'k',
    load: () => import('../admin/sla/policies.tsx'),
  }),
  escalation: list({
    path: '/escalation',
    reads: listEscalationRules,
    words: [houseWords, escalationWords],
    area: 'operations',
    key: 'x',
    load: () => import('../admin/escalation/rules.tsx'),
  }),
  schedules: list({
    path: '/schedules',
    reads: listSchedules,
    area: 'operations',
    key: 'j',
    words: [houseWords, scheduleWords, taskWords],
    load: () => import('../admin/schedules/schedules.tsx'),
  }),
}
