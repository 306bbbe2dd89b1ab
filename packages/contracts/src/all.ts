/**
 * The list of all endpoints, by the files that declare them. The server mounts exactly these, and OpenAPI lists exactly
 * these; a test finds a file that is missing here.
 */
import * as alertRules from './alerts/rules.ts'
import * as arenaAdmin from './arena/admin.ts'
import * as arenaBoards from './arena/boards.ts'
import * as arenaPlay from './arena/play.ts'
import * as arena from './arena.ts'
import * as auditLog from './audit-log.ts'
import { otherAuditLabels } from './audit-log.ts'
import * as apiKeys from './auth/api-keys.ts'
import * as magicLink from './auth/magic-link.ts'
import * as auth from './auth.ts'
import * as billing from './billing.ts'
import * as dashboard from './dashboard.ts'
import * as dataExport from './data-export.ts'
import * as escalationRules from './escalation/rules.ts'
import * as exports from './exports.ts'
import * as moderation from './feedback/moderation.ts'
import * as feedback from './feedback.ts'
import * as figures from './figures.ts'
import type { AuditWord, AuditWords } from './kit/audit-words.ts'
import * as sharedWords from './kit/audit-words.ts'
import { endpointsIn } from './kit/endpoint.ts'
import * as live from './live.ts'
import * as operator from './operator.ts'
import * as amenities from './places/amenities.ts'
import * as amenityTypes from './places/amenity-types.ts'
import * as buildings from './places/buildings.ts'
import * as locations from './places/locations.ts'
import * as qrCodes from './places/qr-codes.ts'
import * as reports from './reports.ts'
import * as routingRules from './routing/rules.ts'
import * as schedules from './schedules.ts'
import * as adminRounds from './scout/admin-rounds.ts'
import * as adminScouts from './scout/admin-scouts.ts'
import * as adminTemplates from './scout/admin-templates.ts'
import * as scoutFindings from './scout/phone/findings.ts'
import * as inspections from './scout/phone/inspections.ts'
import * as scoutPlaces from './scout/phone/places.ts'
import * as scoutSession from './scout/phone/session.ts'
import * as scoutSync from './scout/phone/sync.ts'
import * as scoutWalk from './scout/phone/walk.ts'
import * as settings from './settings.ts'
import * as grants from './sharing/grants.ts'
import * as shareLinks from './sharing/links.ts'
import * as mailings from './sharing/mailings.ts'
import * as slaPolicies from './sla/policies.ts'
import * as slackAdmin from './slack/admin.ts'
import * as slackCallbacks from './slack/callbacks.ts'
import * as sso from './sso.ts'
import * as statusItems from './status/items.ts'
import * as status from './status.ts'
import * as platformFlags from './super-admin/flags.ts'
import * as platformRun from './super-admin/platform.ts'
import * as platformSession from './super-admin/session.ts'
import * as platformTenants from './super-admin/tenants.ts'
import * as system from './system.ts'
import * as taskFigures from './task-figures.ts'
import * as tasks from './tasks.ts'
import * as team from './team.ts'
import * as webhooks from './webhooks.ts'
import * as wizard from './wizard.ts'

interface ContractFile {
  readonly [name: string]: unknown
  readonly fieldNames?: AuditWords
  readonly codeNames?: AuditWords
}

/** What each file exports, by its path. */
export const contractFiles: Readonly<Record<string, ContractFile>> = {
  'alerts/rules.ts': alertRules,
  'arena.ts': arena,
  'arena/admin.ts': arenaAdmin,
  'arena/boards.ts': arenaBoards,
  'arena/play.ts': arenaPlay,
  'audit-log.ts': auditLog,
  'auth.ts': auth,
  'auth/api-keys.ts': apiKeys,
  'auth/magic-link.ts': magicLink,
  'billing.ts': billing,
  'dashboard.ts': dashboard,
  'data-export.ts': dataExport,
  'escalation/rules.ts': escalationRules,
  'exports.ts': exports,
  'reports.ts': reports,
  'feedback.ts': feedback,
  'feedback/moderation.ts': moderation,
  'figures.ts': figures,
  'kit/audit-words.ts': sharedWords,
  'live.ts': live,
  'operator.ts': operator,
  'places/amenities.ts': amenities,
  'places/amenity-types.ts': amenityTypes,
  'places/buildings.ts': buildings,
  'places/locations.ts': locations,
  'places/qr-codes.ts': qrCodes,
  'routing/rules.ts': routingRules,
  'schedules.ts': schedules,
  'scout/admin-rounds.ts': adminRounds,
  'scout/admin-scouts.ts': adminScouts,
  'scout/admin-templates.ts': adminTemplates,
  'scout/phone/findings.ts': scoutFindings,
  'scout/phone/inspections.ts': inspections,
  'scout/phone/places.ts': scoutPlaces,
  'scout/phone/session.ts': scoutSession,
  'scout/phone/sync.ts': scoutSync,
  'scout/phone/walk.ts': scoutWalk,
  'settings.ts': settings,
  'sharing/grants.ts': grants,
  'sharing/links.ts': shareLinks,
  'sharing/mailings.ts': mailings,
  'sla/policies.ts': slaPolicies,
  'slack/admin.ts': slackAdmin,
  'slack/callbacks.ts': slackCallbacks,
  'sso.ts': sso,
  'status.ts': status,
  'status/items.ts': statusItems,
  'super-admin/flags.ts': platformFlags,
  'super-admin/platform.ts': platformRun,
  'super-admin/session.ts': platformSession,
  'super-admin/tenants.ts': platformTenants,
  'system.ts': system,
  'task-figures.ts': taskFigures,
  'tasks.ts': tasks,
  'team.ts': team,
  'webhooks.ts': webhooks,
  'wizard.ts': wizard,
}

export const endpoints = endpointsIn(...Object.values(contractFiles))

const inLanguage = (words: AuditWords, language: keyof AuditWord): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(words).map(([key, word]) => [key, word[language]]))

const gather = (kind: keyof ContractFile): AuditWords =>
  Object.assign({}, ...Object.values(contractFiles).map((file) => file[kind] ?? {}))

const actionLabels: AuditWords = {
  ...Object.fromEntries(
    endpoints.flatMap(({ module, name, auditLabel }) =>
      auditLabel ? [[`${module}.${name}`, auditLabel]] : [],
    ),
  ),
  ...otherAuditLabels,
}

/** Names in the audit log: of actions by `module.name`, of fields, and of codes. */
export const auditTexts = (language: keyof AuditWord) => ({
  actionLabels: inLanguage(actionLabels, language),
  fieldNames: inLanguage(gather('fieldNames'), language),
  codeNames: inLanguage(gather('codeNames'), language),
})
