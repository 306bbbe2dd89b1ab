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
import { getQrSheet, listQrCodes } from '#contracts/admin/qr-codes.ts'
import { getSettings } from '#contracts/admin/settings.ts'
import { getSso } from '#contracts/admin/sso.ts'
import { listUsers } from '#contracts/admin/users.ts'
import { getMe } from '#contracts/auth.ts'
import { getFeedbackDetail, getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { getTask, listTasks } from '#contracts/tasks.ts'
import { readStudio } from './admin/qr/search.ts'
import { readInbox } from './feedback/search.ts'
import type { Messages } from './messages/en.ts'
import { list, page, record, type ScreenFacts } from './screen-kinds.ts'
import { readTasks } from './tasks/search.ts'
import { readToday } from './today/search.ts'

export const screens = {
  today: page({
    path: '/',
    reads: getOverview,
    area: 'work',
    key: 'h',
    search: readToday,
    load: () => import('./today/today.tsx'),
  }),
  feedback: page({
    path: '/feedback',
    reads: listRecentFeedback,
    area: 'work',
    key: 'f',
    search: readInbox,
    load: () => import('./feedback/inbox.tsx'),
  }),
  submission: page({
    path: '/feedback/$id',
    reads: getFeedbackDetail,
    under: 'feedback',
    load: () => import('./feedback/submission.tsx'),
  }),
  tasks: page({
    path: '/tasks',
    reads: listTasks,
    area: 'work',
    key: 't',
    search: readTasks,
    load: () => import('./tasks/tasks.tsx'),
  }),
  task: page({ path: '/tasks/$id', reads: getTask, under: 'tasks', load: () => import('./tasks/task.tsx') }),
  buildings: list({
    path: '/buildings',
    reads: listBuildings,
    area: 'places',
    key: 'b',
    missing: ({ limits }) => limits.buildings.used === 0,
    load: () => import('./admin/buildings/buildings.tsx'),
  }),
  import: page({
    path: '/buildings/import',
    reads: importBuildings,
    under: 'buildings',
    load: () => import('./admin/buildings/import.tsx'),
  }),
  building: record({
    path: '/buildings/$id',
    reads: getBuilding,
    under: 'buildings',
    title: ({ name }) => name,
    load: () => import('./admin/buildings/building.tsx'),
  }),
  amenities: list({
    path: '/amenities',
    reads: listAmenities,
    area: 'places',
    key: 'a',
    load: () => import('./admin/amenities/amenities.tsx'),
  }),
  amenity: record({
    path: '/amenities/$id',
    reads: getAmenity,
    under: 'amenities',
    title: ({ name }) => name,
    load: () => import('./admin/amenities/amenity.tsx'),
  }),
  qrCodes: list({
    path: '/qr-codes',
    reads: listQrCodes,
    area: 'places',
    key: 'q',
    missing: ({ limits }) => limits.qrCodes.used === 0,
    load: () => import('./admin/qr/codes.tsx'),
  }),
  qrStudio: page({
    path: '/qr-studio',
    reads: getQrSheet,
    under: 'qrCodes',
    search: readStudio,
    load: () => import('./admin/qr/studio.tsx'),
  }),
  setup: page({
    path: '/setup',
    reads: getSettings,
    area: 'setup',
    key: 'e',
    load: () => import('./shell/setup.tsx'),
  }),
  types: list({
    path: '/types',
    reads: listAmenityTypes,
    area: 'facility',
    key: 'y',
    load: () => import('./admin/types/types.tsx'),
  }),
  rules: list({
    path: '/rules',
    reads: listAlertRules,
    area: 'facility',
    key: 'r',
    load: () => import('./admin/rules/rules.tsx'),
  }),
  team: list({
    path: '/team',
    reads: listUsers,
    area: 'people',
    key: 'm',
    missing: ({ limits }) => limits.members.used < 2,
    load: () => import('./admin/team/team.tsx'),
  }),
  sso: page({
    path: '/sso',
    reads: getSso,
    area: 'people',
    key: 'o',
    load: () => import('./admin/sso/sso.tsx'),
  }),
  keys: list({
    path: '/api-keys',
    reads: listApiKeys,
    area: 'links',
    key: 'i',
    load: () => import('./admin/keys/keys.tsx'),
  }),
  settings: page({
    path: '/settings',
    reads: getSettings,
    area: 'organisation',
    key: 's',
    load: () => import('./admin/settings/settings.tsx'),
  }),
  data: page({
    path: '/data',
    reads: startDataExport,
    area: 'organisation',
    key: 'd',
    load: () => import('./admin/data/data.tsx'),
  }),
  audit: list({
    path: '/audit-log',
    reads: listAuditLog,
    area: 'organisation',
    key: 'l',
    load: () => import('./admin/audit/audit-log.tsx'),
  }),
  profile: page({
    path: '/profile',
    reads: getMe,
    area: 'account',
    key: 'u',
    load: () => import('./profile/profile.tsx'),
  }),
} satisfies Record<keyof Messages['places'], ScreenFacts>

export type ScreenName = keyof typeof screens
export type Screens = typeof screens
