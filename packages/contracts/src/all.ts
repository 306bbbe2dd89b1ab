/** The list of all endpoints. The server mounts exactly these, and OpenAPI lists exactly these. */
import * as alertRules from './admin/alert-rules.ts'
import * as amenities from './admin/amenities.ts'
import * as amenityTypes from './admin/amenity-types.ts'
import * as apiKeys from './admin/api-keys.ts'
import * as auditLog from './admin/audit-log.ts'
import * as buildings from './admin/buildings.ts'
import * as dataExport from './admin/data-export.ts'
import * as escalationRules from './admin/escalation-rules.ts'
import * as moderation from './admin/feedback.ts'
import * as locations from './admin/locations.ts'
import * as qrCodes from './admin/qr-codes.ts'
import * as routingRules from './admin/routing-rules.ts'
import * as schedules from './admin/schedules.ts'
import * as settings from './admin/settings.ts'
import * as slaPolicies from './admin/sla-policies.ts'
import * as sso from './admin/sso.ts'
import * as statusItems from './admin/status-items.ts'
import * as users from './admin/users.ts'
import * as webhooks from './admin/webhooks.ts'
import * as auth from './auth.ts'
import * as dashboard from './dashboard.ts'
import * as exports from './exports.ts'
import * as feedback from './feedback.ts'
import * as figures from './figures.ts'
import { endpointsIn } from './kit/endpoint.ts'
import * as live from './live.ts'
import * as operator from './operator.ts'
import * as grants from './sharing/grants.ts'
import * as shareLinks from './sharing/links.ts'
import * as mailings from './sharing/mailings.ts'
import * as status from './status.ts'
import * as system from './system.ts'
import * as taskFigures from './task-figures.ts'
import * as tasks from './tasks.ts'
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
