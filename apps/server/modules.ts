/** The one place that lists every module. */
import alerts from './src/modules/alerts/module.ts'
import alertRules from './src/modules/alerts/rules/module.ts'
import arena from './src/modules/arena/module.ts'
import auditLog from './src/modules/audit-log/module.ts'
import apiKeys from './src/modules/auth/api-keys/module.ts'
import auth from './src/modules/auth/module.ts'
import billing from './src/modules/billing/module.ts'
import dashboard from './src/modules/dashboard/module.ts'
import taskFigures from './src/modules/dashboard/tasks/module.ts'
import dataExport from './src/modules/data-export/module.ts'
import escalation from './src/modules/escalation/module.ts'
import escalationRules from './src/modules/escalation/rules/module.ts'
import moderation from './src/modules/feedback/moderation/module.ts'
import feedback from './src/modules/feedback/module.ts'
import mcp from './src/modules/mcp/module.ts'
import notifications from './src/modules/notifications/module.ts'
import operator from './src/modules/operator/module.ts'
import pages from './src/modules/pages/module.ts'
import amenities from './src/modules/places/amenities/module.ts'
import amenityTypes from './src/modules/places/amenity-types/module.ts'
import buildings from './src/modules/places/buildings/module.ts'
import locations from './src/modules/places/locations/module.ts'
import qrCodes from './src/modules/places/qr-codes/module.ts'
import routing from './src/modules/routing/module.ts'
import routingRules from './src/modules/routing/rules/module.ts'
import savedSearchAlerts from './src/modules/saved-search-alerts/module.ts'
import schedulesOfWork from './src/modules/schedules/module.ts'
import scoutFindings from './src/modules/scout/findings/module.ts'
import scoutRounds from './src/modules/scout/rounds/module.ts'
import scouts from './src/modules/scout/scouts/module.ts'
import scoutSites from './src/modules/scout/sites/module.ts'
import scoutSync from './src/modules/scout/sync/module.ts'
import inspectionTemplates from './src/modules/scout/templates/module.ts'
import settings from './src/modules/settings/module.ts'
import sharing from './src/modules/sharing/module.ts'
import slaPolicies from './src/modules/sla/policies/module.ts'
import slackAdmin from './src/modules/slack/admin/module.ts'
import slack from './src/modules/slack/app/module.ts'
import sso from './src/modules/sso/module.ts'
import statusItems from './src/modules/status/items/module.ts'
import status from './src/modules/status/module.ts'
import superAdmin from './src/modules/super-admin/module.ts'
import system from './src/modules/system/module.ts'
import tasks from './src/modules/tasks/module.ts'
import users from './src/modules/team/module.ts'
import uploads from './src/modules/uploads/module.ts'
import webhooks from './src/modules/webhooks/module.ts'
import wizard from './src/modules/wizard/module.ts'
import type { Module } from './src/platform/module.ts'

export const modules: readonly Module[] = [
  auth,
  feedback,
  status,
  tasks,
  dashboard,
  taskFigures,
  alerts,
  notifications,
  savedSearchAlerts,
  routing,
  operator,
  escalation,
  uploads,
  pages,
  sharing,
  slack,
  slackAdmin,
  sso,
  system,
  wizard,
  billing,
  alertRules,
  amenities,
  amenityTypes,
  apiKeys,
  arena,
  auditLog,
  buildings,
  dataExport,
  escalationRules,
  moderation,
  locations,
  qrCodes,
  schedulesOfWork,
  scoutRounds,
  scoutFindings,
  scoutSites,
  scoutSync,
  routingRules,
  scouts,
  inspectionTemplates,
  settings,
  slaPolicies,
  mcp,
  statusItems,
  superAdmin,
  users,
  webhooks,
]
