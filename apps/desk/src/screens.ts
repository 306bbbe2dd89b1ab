/**
 * Every screen of the desk, once. Its address, who may see it and with which plan, the rail, the overview of the
 * set-up, the palette, the keys and its row among the browser tests follow from here. Its name is that of its words.
 */

import { listAlertRules } from '#contracts/admin/alert-rules.ts'
import { getAmenity, listAmenities } from '#contracts/admin/amenities.ts'
import { listAmenityTypes } from '#contracts/admin/amenity-types.ts'
import { listApiKeys } from '#contracts/admin/api-keys.ts'
import { listAuditLog } from '#contracts/admin/audit-log.ts'
import { getBuilding, importBuildings, listBuildings } from '#contracts/admin/buildings.ts'
import { startDataExport } from '#contracts/admin/data-export.ts'
import { listEscalationRules } from '#contracts/admin/escalation-rules.ts'
import { getQrSheet, listQrCodes } from '#contracts/admin/qr-codes.ts'
import { listRoutingRules } from '#contracts/admin/routing-rules.ts'
import { listSchedules } from '#contracts/admin/schedules.ts'
import { getSettings } from '#contracts/admin/settings.ts'
import { listSlaPolicies } from '#contracts/admin/sla-policies.ts'
import { getSso } from '#contracts/admin/sso.ts'
import { listUsers } from '#contracts/admin/users.ts'
import { getWebhook, listWebhooks } from '#contracts/admin/webhooks.ts'
import { getMe } from '#contracts/auth.ts'
import { getFeedbackDetail, getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { getOnCall, getOperator, listCompanies, listOperators } from '#contracts/operator.ts'
import {
  getResolutionTimes,
  getSlaFigures,
  getTaskTrends,
  listSlaBreaches,
  listTeamPerformance,
} from '#contracts/task-figures.ts'
import { getTask, listTasks, taskSummary } from '#contracts/tasks.ts'
import { amenityWords } from './admin/amenities/words.ts'
import { auditWords } from './admin/audit/words.ts'
import { buildingWords } from './admin/buildings/words.ts'
import { companyWords } from './admin/companies/words.ts'
import { dataWords } from './admin/data/words.ts'
import { escalationWords } from './admin/escalation/words.ts'
import { keyWords } from './admin/keys/words.ts'
import { askOfMails, readMails } from './admin/mails/search.ts'
import { mailWords } from './admin/mails/words.ts'
import { operatorWords } from './admin/operators/words.ts'
import { readStudio } from './admin/qr/search.ts'
import { qrWords } from './admin/qr/words.ts'
import { routingWords } from './admin/routing/words.ts'
import { ruleWords } from './admin/rules/words.ts'
import { scheduleWords } from './admin/schedules/words.ts'
import { settingsWords } from './admin/settings/words.ts'
import { callOf, peopleOf, readShifts } from './admin/shifts/search.ts'
import { shiftWords } from './admin/shifts/words.ts'
import { slaWords } from './admin/sla/words.ts'
import { ssoWords } from './admin/sso/words.ts'
import { teamWords } from './admin/team/words.ts'
import { typeWords } from './admin/types/words.ts'
import { readLog } from './admin/webhooks/search.ts'
import { webhookWords } from './admin/webhooks/words.ts'
import { houseWords } from './admin/words.ts'
import { chartWords } from './charts/words.ts'
import { readInbox, rowsOf as rowsOfInbox } from './feedback/search.ts'
import { feedbackWords } from './feedback/words.ts'
import { promisesOf, readSla, readWork, timesOf, trendsOf } from './figures/search.ts'
import { figureWords } from './figures/words.ts'
import type en from './messages/en.ts'
import { profileWords } from './profile/words.ts'
import { askOf, list, page, record, type ScreenFacts } from './screen-kinds.ts'
import { countsOf, readTasks, rowsOf as rowsOfTasks } from './tasks/search.ts'
import { taskWords } from './tasks/words.ts'
import { overviewOf, readToday } from './today/search.ts'
import { todayWords } from './today/words.ts'

export const screens = {
  today: page({
    path: '/',
    reads: getOverview,
    area: 'work',
    key: 'h',
    search: readToday,
    asks: (search) => [askOf(getOverview, overviewOf(search))],
    words: [todayWords, chartWords],
    load: () => import('./today/today.tsx'),
  }),
  feedback: page({
    path: '/feedback',
    reads: listRecentFeedback,
    area: 'work',
    key: 'f',
    search: readInbox,
    asks: (search) => [askOf(listRecentFeedback, rowsOfInbox(search))],
    words: [feedbackWords],
    load: () => import('./feedback/inbox.tsx'),
  }),
  submission: page({
    path: '/feedback/$id',
    reads: getFeedbackDetail,
    under: 'feedback',
    asks: (_search, id) => [askOf(getFeedbackDetail, { params: { id } })],
    words: [feedbackWords],
    load: () => import('./feedback/submission.tsx'),
  }),
  tasks: page({
    path: '/tasks',
    reads: listTasks,
    area: 'work',
    key: 't',
    search: readTasks,
    asks: (search) => [askOf(listTasks, rowsOfTasks(search)), askOf(taskSummary, countsOf(search))],
    words: [taskWords],
    load: () => import('./tasks/tasks.tsx'),
  }),
  task: page({
    path: '/tasks/$id',
    reads: getTask,
    under: 'tasks',
    asks: (_search, id) => [askOf(getTask, { params: { id } })],
    words: [taskWords],
    load: () => import('./tasks/task.tsx'),
  }),
  workFigures: page({
    path: '/work-figures',
    reads: getTaskTrends,
    area: 'work',
    key: 'v',
    search: readWork,
    asks: (search) => [askOf(getTaskTrends, trendsOf(search)), askOf(getResolutionTimes, timesOf(search))],
    words: [chartWords, figureWords],
    load: () => import('./figures/work.tsx'),
  }),
  sla: page({
    path: '/sla',
    reads: getSlaFigures,
    under: 'workFigures',
    search: readSla,
    asks: (search) => [askOf(getSlaFigures, promisesOf(search))],
    words: [chartWords, figureWords],
    load: () => import('./figures/sla.tsx'),
  }),
  breaches: list({
    path: '/sla/breaches',
    reads: listSlaBreaches,
    under: 'sla',
    words: [figureWords],
    load: () => import('./figures/breaches.tsx'),
  }),
  teamFigures: list({
    path: '/team-figures',
    reads: listTeamPerformance,
    under: 'workFigures',
    words: [figureWords],
    load: () => import('./figures/team.tsx'),
  }),
  buildings: list({
    path: '/buildings',
    reads: listBuildings,
    area: 'places',
    key: 'b',
    missing: ({ limits }) => limits.buildings.used === 0,
    words: [buildingWords, houseWords],
    load: () => import('./admin/buildings/buildings.tsx'),
  }),
  import: page({
    path: '/buildings/import',
    reads: importBuildings,
    under: 'buildings',
    words: [buildingWords],
    load: () => import('./admin/buildings/import.tsx'),
  }),
  building: record({
    path: '/buildings/$id',
    reads: getBuilding,
    under: 'buildings',
    title: ({ name }) => name,
    words: [buildingWords, houseWords],
    load: () => import('./admin/buildings/building.tsx'),
  }),
  amenities: list({
    path: '/amenities',
    reads: listAmenities,
    area: 'places',
    key: 'a',
    words: [amenityWords, buildingWords, houseWords],
    load: () => import('./admin/amenities/amenities.tsx'),
  }),
  amenity: record({
    path: '/amenities/$id',
    reads: getAmenity,
    under: 'amenities',
    title: ({ name }) => name,
    words: [amenityWords, houseWords],
    load: () => import('./admin/amenities/amenity.tsx'),
  }),
  qrCodes: list({
    path: '/qr-codes',
    reads: listQrCodes,
    area: 'places',
    key: 'q',
    missing: ({ limits }) => limits.qrCodes.used === 0,
    sort: '-createdAt',
    words: [qrWords, houseWords],
    load: () => import('./admin/qr/codes.tsx'),
  }),
  qrStudio: page({
    path: '/qr-studio',
    reads: getQrSheet,
    under: 'qrCodes',
    search: readStudio,
    words: [qrWords],
    load: () => import('./admin/qr/studio.tsx'),
  }),
  setup: page({
    path: '/setup',
    // Asks nothing: it is there for whoever may see the first of what stands in it.
    reads: listCompanies,
    area: 'setup',
    key: 'e',
    words: [],
    load: () => import('./shell/setup.tsx'),
  }),
  types: list({
    path: '/types',
    reads: listAmenityTypes,
    area: 'facility',
    key: 'y',
    words: [typeWords, houseWords],
    load: () => import('./admin/types/types.tsx'),
  }),
  rules: list({
    path: '/rules',
    reads: listAlertRules,
    area: 'facility',
    key: 'r',
    words: [ruleWords, houseWords],
    load: () => import('./admin/rules/rules.tsx'),
  }),
  routing: list({
    path: '/routing',
    reads: listRoutingRules,
    words: [houseWords, routingWords, taskWords],
    area: 'operations',
    key: 'g',
    load: () => import('./admin/routing/routing.tsx'),
  }),
  companies: list({
    path: '/companies',
    reads: listCompanies,
    area: 'operations',
    key: 'c',
    words: [companyWords, houseWords, operatorWords],
    load: () => import('./admin/companies/companies.tsx'),
  }),
  operators: list({
    path: '/operators',
    reads: listOperators,
    area: 'operations',
    key: 'p',
    words: [houseWords, operatorWords],
    load: () => import('./admin/operators/operators.tsx'),
  }),
  operator: record({
    path: '/operators/$id',
    reads: getOperator,
    under: 'operators',
    title: ({ name }) => name,
    words: [houseWords, operatorWords, shiftWords],
    load: () => import('./admin/operators/operator.tsx'),
  }),
  shifts: page({
    path: '/shifts',
    reads: getOnCall,
    area: 'operations',
    key: 'w',
    search: readShifts,
    asks: (search) => [askOf(listOperators, peopleOf(search)), askOf(getOnCall, callOf(search))],
    words: [houseWords, operatorWords, shiftWords],
    load: () => import('./admin/shifts/shifts.tsx'),
  }),
  slaPolicies: list({
    path: '/sla-policies',
    reads: listSlaPolicies,
    words: [houseWords, slaWords],
    area: 'operations',
    key: 'k',
    load: () => import('./admin/sla/policies.tsx'),
  }),
  escalation: list({
    path: '/escalation',
    reads: listEscalationRules,
    words: [houseWords, escalationWords],
    area: 'operations',
    key: 'x',
    load: () => import('./admin/escalation/rules.tsx'),
  }),
  schedules: list({
    path: '/schedules',
    reads: listSchedules,
    area: 'operations',
    key: 'j',
    words: [houseWords, scheduleWords, taskWords],
    load: () => import('./admin/schedules/schedules.tsx'),
  }),
  team: list({
    path: '/team',
    reads: listUsers,
    area: 'people',
    key: 'm',
    missing: ({ limits }) => limits.members.used < 2,
    words: [teamWords, houseWords],
    load: () => import('./admin/team/team.tsx'),
  }),
  sso: page({
    path: '/sso',
    reads: getSso,
    area: 'people',
    key: 'o',
    words: [ssoWords],
    load: () => import('./admin/sso/sso.tsx'),
  }),
  keys: list({
    path: '/api-keys',
    reads: listApiKeys,
    area: 'links',
    key: 'i',
    sort: '-createdAt',
    words: [keyWords],
    load: () => import('./admin/keys/keys.tsx'),
  }),
  webhooks: list({
    path: '/admin/webhooks',
    reads: listWebhooks,
    area: 'links',
    key: 'z',
    words: [webhookWords],
    load: () => import('./admin/webhooks/webhooks.tsx'),
  }),
  webhook: page({
    // The mail about a webhook that was switched off leads here.
    path: '/admin/webhooks/$id',
    reads: getWebhook,
    under: 'webhooks',
    search: readLog,
    words: [webhookWords],
    load: () => import('./admin/webhooks/webhook.tsx'),
  }),
  settings: page({
    path: '/settings',
    reads: getSettings,
    area: 'organisation',
    key: 's',
    asks: () => [askOf(getSettings, {})],
    words: [settingsWords, houseWords],
    load: () => import('./admin/settings/settings.tsx'),
  }),
  mails: page({
    path: '/mails',
    reads: getSettings,
    area: 'organisation',
    key: 'n',
    search: readMails,
    asks: (search) => [askOf(getSettings, askOfMails(search))],
    words: [mailWords],
    load: () => import('./admin/mails/mails.tsx'),
  }),
  data: page({
    path: '/data',
    reads: startDataExport,
    area: 'organisation',
    key: 'd',
    words: [dataWords],
    load: () => import('./admin/data/data.tsx'),
  }),
  audit: list({
    path: '/audit-log',
    reads: listAuditLog,
    area: 'organisation',
    key: 'l',
    sort: '-at',
    words: [auditWords],
    load: () => import('./admin/audit/audit-log.tsx'),
  }),
  profile: page({
    path: '/profile',
    reads: getMe,
    area: 'account',
    key: 'u',
    words: [profileWords],
    load: () => import('./profile/profile.tsx'),
  }),
} satisfies Record<keyof (typeof en)['places'], ScreenFacts>

export type ScreenName = keyof typeof screens
export type Screens = typeof screens
