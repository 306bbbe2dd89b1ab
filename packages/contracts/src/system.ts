/**
 * Operations and monitoring, with one of the secrets of SYSTEM_SECRET in X-System-Secret. Nothing here contains a
 * tenant's content, an address, a path or a credential.
 */
import { type Static, Type } from 'typebox'
import { endpoint, paging, sortBy, system } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Line, Timestamp } from './kit/text.ts'
import { Count } from './records.ts'

/** From best to worst: works; works, but needs a look; does not work, or did not answer in time. */
export const PartState = Type.Enum(['OK', 'DEGRADED', 'DOWN'])
export type PartState = Static<typeof PartState>

const Seconds = Type.Number({ minimum: 0 })
const part = { state: PartState, milliseconds: Count }

/** While `on`, staff can read but not write, events and emails wait, and visitors are served as usual. */
export const MaintenanceRecord = Type.Object({
  on: Type.Boolean(),
  message: Type.String(),
  since: Nullable(Timestamp),
})
export type MaintenanceRecord = Static<typeof MaintenanceRecord>

/** `state` is that of the worst part. A value that is not available is null. */
export const SystemHealth = Type.Object({
  state: PartState,
  version: Type.String(),
  maintenance: MaintenanceRecord,
  parts: Type.Object({
    /** `migration`: the newest one applied */
    database: Type.Object({ ...part, migration: Nullable(Type.String()) }),
    /** a file was written, read and removed */
    storage: Type.Object(part),
    /** events not dispatched yet, unfinished jobs, dead letters, and time since a worker last reported */
    queue: Type.Object({
      ...part,
      events: Nullable(Count),
      oldestSeconds: Nullable(Seconds),
      jobs: Nullable(Count),
      parked: Nullable(Count),
      workerSeenSeconds: Nullable(Seconds),
    }),
    /** whether the mail server can be reached; last email sent, and last failure */
    mail: Type.Object({ ...part, lastSentAt: Nullable(Timestamp), lastFailedAt: Nullable(Timestamp) }),
    /** the store in use, and the configured one */
    limits: Type.Object({ ...part, store: Type.String(), first: Type.String() }),
    disk: Type.Object({ ...part, freeMegabytes: Nullable(Count) }),
    /** where BACKUP_DIR is set: the newest backup, and whether the log of changes reaches that folder */
    backup: Type.Optional(
      Type.Object({
        ...part,
        lastAt: Nullable(Timestamp),
        nextAt: Nullable(Timestamp),
        kept: Nullable(Count),
        freeMegabytes: Nullable(Count),
        isArchiving: Nullable(Type.Boolean()),
      }),
    ),
  }),
})
export type SystemHealth = Static<typeof SystemHealth>

/**
 * A deep check of all parts in parallel, within 5 s. It answers 200 with the states even if a part is DOWN, because an
 * error has no room for them; load balancers use /readyz. Alert on `state`.
 */
export const getHealth = endpoint({
  module: 'system',
  name: 'getHealth',
  method: 'GET',
  path: '/api/system/health',
  summary: 'Deep check of database, storage, queue, email, limits, disk and backups',
  access: system,
  limit: 'miss',
  data: SystemHealth,
})

/**
 * Prometheus text of this instance: requests and jobs by duration, connections, waiting events, submissions, emails,
 * limits, response cache, process. It answers 200 even without the database: its lines are then missing, and
 * `wellkept_database_up` is 0.
 */
export const getMetrics = endpoint({
  module: 'system',
  name: 'getMetrics',
  method: 'GET',
  path: '/api/system/metrics',
  summary: 'Counters and timings of this instance as Prometheus text',
  access: system,
  limit: 'miss',
  file: ['text/plain'],
})

/** `message` is the reason of a failure, otherwise empty. */
export const JobRunRecord = Type.Object({
  startedAt: Timestamp,
  milliseconds: Count,
  result: Type.Enum(['OK', 'FAILED']),
  message: Type.String(),
})

/** A cron job; a subscriber of events; a scheduled job. */
export const JobKind = Type.Enum(['SCHEDULE', 'SUBSCRIBER', 'DUE_WORK'])
export type JobKind = Static<typeof JobKind>

/**
 * Background jobs; the same on every instance.
 *
 * SCHEDULE: a cron job with `cron` in UTC, `lastRun`, `nextRunAt`; `backlog` counts runs that are due. SUBSCRIBER:
 * `backlog` counts unfinished jobs of up to 50 events each, including those that are retried later. DUE_WORK: a
 * scheduled job; `backlog` counts those that are due, and `running` is null because each runs in the transaction that
 * claims it. A field that a kind does not have is null.
 *
 * `oldestSeconds`: age of the oldest in the backlog; 0 if it is empty. `parked`: dead letters, which are not retried
 * by themselves. Counted up to 10,000.
 */
export const SystemJob = Type.Object({
  name: Type.String(),
  kind: JobKind,
  cron: Nullable(Type.String()),
  running: Nullable(Type.Boolean()),
  lastRun: Nullable(JobRunRecord),
  nextRunAt: Nullable(Timestamp),
  backlog: Count,
  oldestSeconds: Seconds,
  parked: Count,
})
export type SystemJob = Static<typeof SystemJob>

/** With `nextRunAt`, jobs without a next run come last. */
export const listJobs = endpoint({
  module: 'system',
  name: 'listJobs',
  method: 'GET',
  path: '/api/system/jobs',
  summary: 'Jobs with last run, result, next run, backlog, its age, and dead letters',
  access: system,
  limit: 'miss',
  query: Type.Object({
    ...paging,
    kind: Type.Optional(JobKind),
    sort: sortBy('name', 'nextRunAt'),
  }),
  list: SystemJob,
})

/** RUNNING: it takes longer than the answer may; it continues, and its result appears in the list of jobs. */
export const JobOutcome = Type.Object({
  name: Type.String(),
  result: Type.Enum(['OK', 'FAILED', 'RUNNING']),
  milliseconds: Count,
  message: Type.String(),
})

/**
 * Runs a job now on the instance that is called, whatever its ROLE, also during maintenance. A failed job answers 200
 * with FAILED. CONFLICT while it runs on any instance; an unknown name is NOT_FOUND. Answers within 30 s.
 */
export const runJob = endpoint({
  module: 'system',
  name: 'runJob',
  method: 'POST',
  path: '/api/system/jobs/:name/run',
  summary: 'Run a job now, unless it is running',
  access: system,
  limit: 'miss',
  params: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
  data: JobOutcome,
  errors: ['CONFLICT'],
  example: ({ jobName }) => ({ params: { name: jobName } }),
})

/**
 * Staff writes answer SERVICE_UNAVAILABLE with `message` (or a default text) and Retry-After on every instance within
 * a second; reading and signing in continue. What visitors send is stored and processed after maintenance. The call is
 * idempotent, and the mode survives a restart.
 */
export const setMaintenance = endpoint({
  module: 'system',
  name: 'setMaintenance',
  method: 'PUT',
  path: '/api/system/maintenance',
  summary: 'Switch maintenance on or off',
  access: system,
  limit: 'miss',
  body: Type.Object({ on: Type.Boolean(), message: Type.Optional(Line(200, 0)) }),
  data: MaintenanceRecord,
  example: () => ({ body: { on: false } }),
})
