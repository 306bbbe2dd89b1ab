/** The composition root: the one place that knows every module. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { routes as alertRules } from './src/modules/admin/alert-rules/routes.ts'
import { routes as amenities } from './src/modules/admin/amenities/routes.ts'
import { routes as amenityTypes } from './src/modules/admin/amenity-types/routes.ts'
import { routes as apiKeys } from './src/modules/admin/api-keys/routes.ts'
import { routes as auditLog } from './src/modules/admin/audit-log/routes.ts'
import { routes as buildings } from './src/modules/admin/buildings/routes.ts'
import { routes as dataExport } from './src/modules/admin/data-export/routes.ts'
import { mountExports } from './src/modules/admin/data-export/routes-http.ts'
import { schedules as dataExportSchedules } from './src/modules/admin/data-export/schedules.ts'
import { subscribers as dataExportSubscribers } from './src/modules/admin/data-export/subscribers.ts'
import { routes as moderation } from './src/modules/admin/feedback/routes.ts'
import { routes as locations } from './src/modules/admin/locations/routes.ts'
import { routes as qrCodes } from './src/modules/admin/qr-codes/routes.ts'
import { routes as settings } from './src/modules/admin/settings/routes.ts'
import { routes as statusItems } from './src/modules/admin/status-items/routes.ts'
import { routes as users } from './src/modules/admin/users/routes.ts'
import { subscribers as alerts } from './src/modules/alerts/subscribers.ts'
import { routes as auth } from './src/modules/auth/routes.ts'
import { schedules as authSchedules } from './src/modules/auth/schedules.ts'
import { routes as dashboard } from './src/modules/dashboard/routes.ts'
import { flushScans } from './src/modules/feedback/public.ts'
import { routes as feedback } from './src/modules/feedback/routes.ts'
import { schedules as feedbackSchedules } from './src/modules/feedback/schedules.ts'
import { subscribers as feedbackSubscribers } from './src/modules/feedback/subscribers.ts'
import { schedules as notificationSchedules } from './src/modules/notifications/schedules.ts'
import { subscribers as notifications } from './src/modules/notifications/subscribers.ts'
import { mountPages } from './src/modules/pages/pages.ts'
import { routes as sso } from './src/modules/sso/routes.ts'
import { mountSso } from './src/modules/sso/routes-http.ts'
import { schedules as ssoSchedules } from './src/modules/sso/schedules.ts'
import { routes as status } from './src/modules/status/routes.ts'
import { schedules as statusSchedules } from './src/modules/status/schedules.ts'
import { subscribers as statusSubscribers } from './src/modules/status/subscribers.ts'
import { routes as system } from './src/modules/system/routes.ts'
import { routes as tasks } from './src/modules/tasks/routes.ts'
import { schedules as taskSchedules } from './src/modules/tasks/schedules.ts'
import { subscribers as taskSubscribers } from './src/modules/tasks/subscribers.ts'
import { mountUploads } from './src/modules/uploads/routes-http.ts'
import { schedules as uploadSchedules } from './src/modules/uploads/schedules.ts'
import { type Clock, systemClock } from './src/platform/clock.ts'
import type { Config } from './src/platform/config.ts'
import type { Platform, Schedule } from './src/platform/context.ts'
import { deriveKeys } from './src/platform/crypto/keys.ts'
import { assertSafeRole, openPool, unsecuredTables } from './src/platform/db/pools.ts'
import { openRevisions } from './src/platform/db/revisions.ts'
import type { Databases } from './src/platform/db/tenant-db.ts'
import { type FreeBytes, watchDisk } from './src/platform/disk.ts'
import { schedules as platformSchedules } from './src/platform/events/retention.ts'
import { settleJobs } from './src/platform/events/run-job.ts'
import type { Subscriber } from './src/platform/events/subscriber.ts'
import { startWorker, type Worker } from './src/platform/events/worker.ts'
import { openGate } from './src/platform/gate/gate.ts'
import { openRateLimiter } from './src/platform/gate/limits/open.ts'
import { openPrincipals, type Principals } from './src/platform/gate/principals.ts'
import { openSources } from './src/platform/gate/sources.ts'
import { createApp } from './src/platform/http/app.ts'
import { mountHealth, type Readiness } from './src/platform/http/health.ts'
import { mountApiDocs } from './src/platform/http/openapi.ts'
import type { Handler } from './src/platform/http/serve.ts'
import { countMails } from './src/platform/mail/count-mails.ts'
import { type Mail, openMail } from './src/platform/mail/transport.ts'
import { openMaintenance } from './src/platform/maintenance.ts'
import { openMetrics } from './src/platform/metrics/counters.ts'
import { watchRoutes } from './src/platform/metrics/watch-routes.ts'
import { openOutgoing } from './src/platform/outgoing/outgoing.ts'
import { openPressure } from './src/platform/pressure.ts'
import { openStorage } from './src/platform/storage/storage.ts'

export const handlers: readonly Handler[] = [
  ...auth,
  ...feedback,
  ...status,
  ...tasks,
  ...dashboard,
  ...settings,
  ...buildings,
  ...locations,
  ...amenityTypes,
  ...amenities,
  ...qrCodes,
  ...statusItems,
  ...users,
  ...alertRules,
  ...moderation,
  ...apiKeys,
  ...dataExport,
  ...auditLog,
  ...sso,
  ...system,
]

export const subscribers: readonly Subscriber[] = [
  ...alerts,
  ...feedbackSubscribers,
  ...statusSubscribers,
  ...taskSubscribers,
  ...notifications,
  ...dataExportSubscribers,
]

export const schedules: readonly Schedule[] = [
  ...platformSchedules,
  ...authSchedules,
  ...feedbackSchedules,
  ...ssoSchedules,
  ...notificationSchedules,
  ...statusSchedules,
  ...taskSchedules,
  ...uploadSchedules,
  ...dataExportSchedules,
]

export interface Built {
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly principals: Principals
  readonly readiness: Readiness
  /** undefined where ROLE is http */
  readonly worker: Worker | undefined
  close(): Promise<void>
}

export interface BuildOptions {
  readonly config: Config
  /** of the role that owns the tables */
  readonly databaseUrl: string
  readonly log: Logger
  readonly clock?: Clock
  readonly mail?: Mail
  readonly freeBytes?: FreeBytes
}

const openDatabases = (url: string, log: Logger): Databases => {
  // Not the error itself: it carries the connection and its settings.
  const onError = (error: Error & { code?: string }): void =>
    log.warn({ code: error.code, reason: error.message }, 'A database connection was lost')
  return {
    app: openPool({ url, role: 'wellkept_app', max: 10, onError }),
    intake: openPool({ url, role: 'wellkept_intake', max: 3, onError }),
    worker: openPool({ url, role: 'wellkept_worker', max: 3, onError }),
  }
}

/** Everything but listening. Migrations and queues are there already. */
export const build = async (options: BuildOptions): Promise<Built> => {
  const { config, log } = options
  const clock = options.clock ?? systemClock
  const databases = openDatabases(options.databaseUrl, log)
  await assertSafeRole(databases.app)
  const unsecured = await unsecuredTables(databases.app)
  if (unsecured.length > 0) throw new Error(`Row security is not forced on: ${unsecured.join(', ')}`)
  let worker: Worker | undefined
  const keys = deriveKeys(config.secret)
  const metrics = openMetrics()
  const changeListeners: ((tenantId: string) => void)[] = []
  const platform: Platform = {
    config,
    clock,
    keys,
    databases,
    revisions: openRevisions(databases.app),
    limiter: await openRateLimiter({ config, clock, keys, databaseUrl: options.databaseUrl, log }),
    sources: openSources(config.trustProxy, clock),
    storage: await openStorage(config.storageUrl),
    mail: countMails(options.mail ?? (await openMail(config.mailUrl, config.mailFrom)), metrics, clock),
    metrics,
    outgoing: openOutgoing(config.allowPrivateCalls),
    disk: watchDisk(
      config.dataDir,
      (full, free) =>
        log[full ? 'error' : 'info'](
          { freeMegabytes: Math.round(free / 1024 / 1024) },
          full ? 'The disk is nearly full: only reads are served' : 'There is space on the disk again',
        ),
      options.freeBytes,
    ),
    pressure: openPressure(),
    maintenance: openMaintenance(databases.worker),
    schedules,
    log,
    wake: () => worker?.wake(),
    tenantChanged: (tenantId) => {
      for (const listener of changeListeners) listener(tenantId)
    },
    onTenantChange: (listener) => void changeListeners.push(listener),
  }
  await Promise.all([platform.disk.look(), platform.maintenance.look()])
  const principals = openPrincipals(keys, databases, config, clock, log)
  platform.onTenantChange(principals.forget)
  const app = createApp({
    log,
    corsOrigins: config.corsOrigins,
    secure: config.baseUrl.startsWith('https:'),
    trusts: platform.sources.trusts,
  })
  watchRoutes(app, metrics)
  const gate = openGate(platform, principals)
  for (const handler of handlers) {
    app.route({
      method: handler.spec.method,
      url: handler.spec.path,
      handler: (request, reply) => gate.handle(handler, request, reply),
    })
  }
  const readiness = mountHealth(app, databases.app)
  mountApiDocs(
    app,
    handlers.map(({ spec }) => spec),
    config.baseUrl,
  )
  await mountPages(app, platform, gate, new Map(handlers.map((handler) => [handler.spec.name, handler])))
  await mountUploads(app, platform)
  mountExports(app, platform)
  await mountSso(app, platform, gate)
  if (config.role !== 'http')
    worker = await startWorker({ platform, ownerUrl: options.databaseUrl, subscribers, schedules })
  return {
    app,
    platform,
    principals,
    readiness,
    worker,
    close: async () => {
      // Answered after this began, a connection would stay open for the next request and keep us from ending.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50)
      await app.close().finally(() => clearInterval(idle))
      await worker?.stop()
      await settleJobs(platform)
      await flushScans(platform)
      platform.maintenance.stop()
      platform.disk.stop()
      platform.mail.close()
      await platform.limiter.close()
      await platform.outgoing.close()
      await Promise.all([databases.app.end(), databases.intake.end(), databases.worker.end()])
    },
  }
}
