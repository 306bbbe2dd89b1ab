/** The composition root: builds the service from its modules. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { modules } from './modules.ts'
import { flushScans } from './src/modules/feedback/public.ts'
import { type Clock, systemClock } from './src/platform/clock.ts'
import type { Config } from './src/platform/config.ts'
import type { Platform } from './src/platform/context.ts'
import { deriveKeys } from './src/platform/crypto/keys.ts'
import { renewal } from './src/platform/crypto/renewal.ts'
import { openChangeCounters } from './src/platform/db/change-counters.ts'
import { type DatabaseState, openDatabaseHealthMonitor } from './src/platform/db/database-health.ts'
import { openDatabases } from './src/platform/db/open-databases.ts'
import { assertSafeRole, unsecuredTables } from './src/platform/db/pools.ts'
import { exported } from './src/platform/db/tables.ts'
import { type FreeBytes, watchDisk } from './src/platform/disk.ts'
import { cronJobs as platformCronJobs } from './src/platform/events/retention.ts'
import { waitForJobRuns } from './src/platform/events/run-job.ts'
import { collectSerializers } from './src/platform/events/serializers.ts'
import { endsWithin, startWorker, type Worker } from './src/platform/events/worker.ts'
import { exportsOf } from './src/platform/exports.ts'
import { openFlags } from './src/platform/flags.ts'
import type { Signers } from './src/platform/gate/auth/signed.ts'
import { openBlockedSources } from './src/platform/gate/blocked-sources.ts'
import { type Gate, openGate } from './src/platform/gate/gate.ts'
import { openRateLimiter } from './src/platform/gate/limits/open.ts'
import { collectCounts } from './src/platform/gate/plan-limits.ts'
import { openPrincipals, type Principals } from './src/platform/gate/principals.ts'
import { openSalts } from './src/platform/gate/salts.ts'
import { openSources } from './src/platform/gate/sources.ts'
import { createApp } from './src/platform/http/app.ts'
import { mountHealth, type Readiness } from './src/platform/http/health.ts'
import { mountHandlers } from './src/platform/http/mount-handlers.ts'
import { mountApiDocs } from './src/platform/http/openapi.ts'
import { type Live, openLive } from './src/platform/live/live.ts'
import { openLoadShedding } from './src/platform/load-shedding.ts'
import { mailChannels, cronJobs as mailCronJobs } from './src/platform/mail/channel.ts'
import { countMails } from './src/platform/mail/count-mails.ts'
import { mailsByName } from './src/platform/mail/define.ts'
import { formerJobs, formerRequests } from './src/platform/mail/former-requests.ts'
import { openSenderCheck } from './src/platform/mail/sender-check.ts'
import { type Mail, openMail } from './src/platform/mail/transport.ts'
import { openMaintenance } from './src/platform/maintenance.ts'
import { openMetrics } from './src/platform/metrics/counters.ts'
import { watchRoutes } from './src/platform/metrics/watch-routes.ts'
import type { Module } from './src/platform/module.ts'
import { stopSending } from './src/platform/outbox/sender.ts'
import { openOutgoing } from './src/platform/outgoing/outgoing.ts'
import { openPushKeys } from './src/platform/push/keys.ts'
import { openStorage } from './src/platform/storage/storage.ts'
import { withTimeout } from './src/platform/with-timeout.ts'
import { writtenFolders } from './src/platform/written-folders.ts'

/** What modules register, of all of them. */
const partsOf = (all: readonly Module[]) => {
  const mails = mailsByName(all.flatMap((one) => one.mails))
  const channels = [...mailChannels(all), ...all.flatMap((one) => one.channels)]
  return {
    modules: all,
    handlers: all.flatMap((one) => one.handlers),
    mails,
    subscribers: [formerRequests(mails), ...all.flatMap((one) => one.subscribers)],
    scheduledJobs: new Map([
      ...channels.map(({ name, sendDue }) => [name, sendDue] as const),
      ...Object.entries(formerJobs(mails)),
      ...all.flatMap((one) => Object.entries(one.scheduledJobs)),
    ]),
    cronJobs: [
      ...platformCronJobs,
      ...mailCronJobs,
      renewal(all.flatMap(({ renews }) => renews ?? [])),
      ...all.flatMap((one) => one.cronJobs),
    ],
    serializers: collectSerializers(all.map((one) => one.serializers)),
    exports: exportsOf(exported),
    counts: collectCounts(all.map((one) => one.counts)),
    tenantDefaults: all.flatMap((one) => one.tenantDefaults ?? []),
    gateParts: {
      realms: all.flatMap((one) => one.realm ?? []),
      signers: Object.assign({}, ...all.map((one) => one.signers)) as Signers,
      superAdmin: all.find((one) => one.superAdmin)?.superAdmin,
    },
  }
}

const parts = partsOf(modules)
export const { handlers, mails, subscribers, cronJobs, exports } = parts

export interface Built {
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly principals: Principals
  readonly gate: Gate
  readonly readiness: Readiness
  /** undefined if ROLE is http */
  readonly worker: Worker | undefined
  close(): Promise<void>
}

export interface BuildOptions {
  readonly config: Config
  /** URL of the role that owns the tables */
  readonly databaseUrl: string
  readonly log: Logger
  readonly clock?: Clock
  readonly mail?: Mail
  readonly freeBytes?: FreeBytes
  /** how long a request waits for a connection; longer in load tests */
  readonly waitMs?: number
  /** lock timeout of requests; 0: the statement timeout */
  readonly lockMs?: number
  /** beside those of the product; for tests */
  readonly moreModules?: readonly Module[]
}

const logDatabaseState = (log: Logger, state: DatabaseState): void => {
  if (state === 'answers') log.info('The database answers again')
  else if (state === 'gone') log.error('The database is gone; trying until it is back')
  else if (state === 'doubtful')
    log.warn('The database is slow to answer: new requests are rejected until it does')
  else log.error('The database does not answer: requests are rejected until it does')
}

/** Milliseconds for the rest after the main part of a stop; a hanging database is not waited for. */
const graceMs = 1000

/** Closes everything in this order; a failure does not stop the rest. */
const releaseResources = async (platform: Platform): Promise<void> => {
  const { databases, log } = platform
  const steps: readonly (() => unknown)[] = [
    () => flushScans(platform),
    () => platform.maintenance.stop(),
    () => platform.flags.stop(),
    () => platform.blockedSources.stop(),
    () => platform.disk.stop(),
    () => platform.mail.close(),
    () => platform.limiter.close(),
    () => platform.outgoing.close(),
    () => platform.databaseHealth.stop(),
    () => Promise.allSettled(Object.values(databases).map((pool) => pool.end())),
  ]
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      log.warn({ err: error }, 'A part could not be closed; the others were')
    }
}

/** Builds the application without listening; migrations and queues must be prepared. */
export const build = async (options: BuildOptions): Promise<Built> => {
  const { config, log, moreModules = [] } = options
  const {
    modules: all,
    handlers,
    mails,
    subscribers,
    scheduledJobs,
    cronJobs,
    gateParts,
    ...registered
  } = moreModules.length === 0 ? parts : partsOf([...modules, ...moreModules])
  const clock = options.clock ?? systemClock
  const databaseHealth = await openDatabaseHealthMonitor(options.databaseUrl, (state) =>
    logDatabaseState(log, state),
  )
  const databases = openDatabases(options, databaseHealth)
  await assertSafeRole(databases.app)
  const unsecured = await unsecuredTables(databases.app)
  if (unsecured.length > 0) throw new Error(`Row security is not forced on: ${unsecured.join(', ')}`)
  let worker: Worker | undefined
  let live: Live | undefined
  const keys = deriveKeys(config.secret)
  const metrics = openMetrics()
  const changeListeners: ((tenantId: string) => void)[] = []
  const sources = openSources(config.trustProxy, clock, openSalts(databases.app, keys))
  const platform: Platform = {
    config,
    clock,
    keys,
    databases,
    databaseHealth,
    changeCounters: openChangeCounters(databases.app),
    limiter: await openRateLimiter({ config, clock, keys, databaseUrl: options.databaseUrl, log }),
    sources,
    blockedSources: openBlockedSources(databases.app, sources, clock, log),
    storage: await openStorage(config.storageUrl),
    mail: countMails(options.mail ?? (await openMail(config.mailUrl, config.mailFrom)), metrics, clock),
    mails,
    senderCheck: openSenderCheck(config.mailFrom, clock),
    metrics,
    outgoing: openOutgoing(config.allowPrivateCalls),
    pushKeys: await openPushKeys(databases.app, keys),
    disk: watchDisk(
      writtenFolders(config),
      (full, free) =>
        log[full ? 'error' : 'info'](
          { freeMegabytes: Math.round(free / 1024 / 1024) },
          full ? 'The disk is nearly full: only reads are served' : 'There is space on the disk again',
        ),
      options.freeBytes,
    ),
    loadShedding: openLoadShedding(),
    maintenance: openMaintenance(databases.worker),
    flags: openFlags(databases.worker),
    cronJobs,
    subscribers: subscribers.map(({ name }) => name),
    scheduledJobKinds: [...scheduledJobs.keys()],
    ...registered,
    log,
    wake: (tenantId) => {
      worker?.wake()
      live?.wake(tenantId)
    },
    wakeScheduledJobs: () => worker?.wakeScheduledJobs(),
    tenantChanged: (tenantId) => {
      for (const listener of changeListeners) listener(tenantId)
    },
    onTenantChange: (listener) => void changeListeners.push(listener),
  }
  await Promise.all([platform.disk.poll(), platform.maintenance.poll(), platform.flags.poll()])
  const principals = openPrincipals(keys, databases, config, clock, log)
  platform.onTenantChange(principals.forget)
  const app = createApp({
    log,
    corsOrigins: config.corsOrigins,
    secure: config.baseUrl.startsWith('https:'),
    trusts: platform.sources.trusts,
  })
  watchRoutes(app, metrics)
  const streams = openLive(platform, principals)
  live = streams
  const gate = openGate(platform, principals, streams, gateParts)
  await mountHandlers(app, gate, handlers)
  const readiness = mountHealth(
    app,
    () => databaseHealth.state === 'answers' && (config.role === 'http' || worker?.able === true),
  )
  mountApiDocs(
    app,
    handlers.map(({ spec }) => spec),
    config.baseUrl,
  )
  for (const { mount } of all) await mount?.(app, { platform, gate, handlers })
  if (config.role !== 'http')
    worker = await startWorker({
      platform,
      ownerUrl: options.databaseUrl,
      subscribers,
      cronJobs,
      scheduledJobs,
    })
  return {
    app,
    platform,
    principals,
    gate,
    readiness,
    worker,
    close: async () => {
      // Connections that become idle during the stop would stay open and keep the process from ending.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50)
      // Connections with slow answers or bodies are closed at the end.
      const late = setTimeout(() => app.server.closeAllConnections(), endsWithin)
      const began = performance.now()
      const left = (): number => Math.max(0, endsWithin - (performance.now() - began))
      const finished = () =>
        withTimeout(
          left(),
          Promise.all([stopSending(platform), ...all.map(({ finish }) => finish?.(platform))]),
        )
      const stopServing = async (): Promise<void> => {
        await streams.stop()
        await app.close()
      }
      const requests = stopServing().finally(() => {
        clearInterval(idle)
        clearTimeout(late)
      })
      const stopWorking = async (): Promise<void> => {
        await Promise.all([worker?.stop(), finished()])
        // Again, for work that the last jobs started.
        await finished()
      }
      try {
        await withTimeout(endsWithin + graceMs, Promise.all([requests, stopWorking()]))
        await waitForJobRuns(platform, left())
      } finally {
        await withTimeout(graceMs, releaseResources(platform))
      }
    },
  }
}
