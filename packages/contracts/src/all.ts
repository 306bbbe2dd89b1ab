/** The list of all endpoints. The server mounts exactly these, and OpenAPI lists exactly these. */
import * as alertRules from './alerts/rules.ts'
import * as auditLog from './audit-log.ts'
import * as apiKeys from './auth/api-keys.ts'
import * as auth from './auth.ts'
import * as dashboard from './dashboard.ts'
import * as dataExport from './data-export.ts'
import * as escalationRules from './escalation/rules.ts'
import * as exports from './exports.ts'
import * as moderation from './feedback/moderation.ts'
import * as feedback from './feedback.ts'
import * as figures from './figures.ts'
import { endpointsIn } from './kit/endpoint.ts'
import * as live from './live.ts'
import * as operator from './operator.ts'
import * as amenities from './places/amenities.ts'
import * as amenityTypes from './places/amenity-types.ts'
import * as buildings from './places/buildings.ts'
import * as locations from './places/locations.ts'
import * as qrCodes from './places/qr-codes.ts'
import * as routingRules from './routing/rules.ts'
import * as schedules from './schedules.ts'
import * as settings from './settings.ts'
import * as grants from './sharing/grants.ts'
import * as shareLinks from './sharing/links.ts'
import * as mailings from './sharing/mailings.ts'
import * as slaPolicies from './sla/policies.ts'
import * as sso from './sso.ts'
import * as statusItems from './status/items.ts'
import * as status from './status.ts'
import * as system from './system.ts'
import * as taskFigures from './task-figures.ts'
import * as tasks from './tasks.ts'
import * as users from './team.ts'
import * as webhooks from './webhooks.ts'
import * as wizard from './wizard.ts'

export const endpoints = endpointsIn(
  auth,
  feedback,
  status,
  tasks,
  dashboard,
  live,
  figures,
  exports,
  taskFigures,
  alertRules,
  amenities,
  amenityTypes,
  apiKeys,
  auditLog,
  buildings,
  dataExport,
  escalationRules,
  moderation,
  locations,
  qrCodes,
  schedules,
  routingRules,
  settings,
  slaPolicies,
  sso,
  statusItems,
  users,
  webhooks,
  operator,
  shareLinks,
  wizard,
  mailings,
  grants,
  system,
)
