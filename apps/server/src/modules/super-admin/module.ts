import * as flagContracts from '#contracts/super-admin/flags.ts'
import * as platformContracts from '#contracts/super-admin/platform.ts'
import * as sessionContracts from '#contracts/super-admin/session.ts'
import * as tenantContracts from '#contracts/super-admin/tenants.ts'
import { module } from '#server/platform/module.ts'
import listPlatformAudit from './audit/list-platform-audit.ts'
import { cronJobs } from './cron-jobs.ts'
import { tenantNotice } from './mails/tenant-notice.ts'
import createAnnouncement from './notices/create-announcement.ts'
import listFlags from './notices/list-flags.ts'
import setFlag from './notices/set-flag.ts'
import { loadPlatformActor } from './session/load-platform-actor.ts'
import openPlatformSession from './session/open-platform-session.ts'
import { endKind, endSupportAccess } from './support/end-support-access.ts'
import openSupportAccess from './support/open-support-access.ts'
import closeTenant from './tenants/close-tenant.ts'
import { remind, reminderKind } from './tenants/closing.ts'
import createTenant from './tenants/create-tenant.ts'
import getTenant from './tenants/get-tenant.ts'
import listTenants from './tenants/list-tenants.ts'
import reactivateTenant from './tenants/reactivate-tenant.ts'
import suspendTenant from './tenants/suspend-tenant.ts'
import updateTenant from './tenants/update-tenant.ts'
import getAbuse from './usage/get-abuse.ts'
import getPlatformUsage from './usage/get-platform-usage.ts'

const contracts = { ...flagContracts, ...platformContracts, ...sessionContracts, ...tenantContracts }

export default module({
  name: 'super-admin',
  implements: contracts,
  handlers: {
    closeTenant,
    createAnnouncement,
    createTenant,
    getAbuse,
    getPlatformUsage,
    getTenant,
    listFlags,
    listPlatformAudit,
    listTenants,
    openPlatformSession,
    openSupportAccess,
    reactivateTenant,
    setFlag,
    suspendTenant,
    updateTenant,
  },
  superAdmin: loadPlatformActor,
  scheduledJobs: { [reminderKind]: remind, [endKind]: endSupportAccess },
  mails: { tenantNotice },
  cronJobs,
})
