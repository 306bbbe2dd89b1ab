/**
 * For schedulers and monitoring: whoever runs the service, with one of the secrets of SYSTEM_SECRET in X-System-Secret.
 * Nothing here tells a tenant's content, an address, a path or a credential.
 */
import { type Static, Type } from 'typebox'
import { endpoint, paging, sortBy, system } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Line, Timestamp } from './kit/text.ts'
import { Count } from './records.ts'

/** From best to worst: works; works, but somebody should look; does not work, or did not answer in time. */
export const PartState = Type.Enum(['OK', 'DEGRADED', 'DOWN'])
export type PartState = Static<typeof PartState>

const Seconds = Type.Number({ minimum: 0 })
const part = { state: PartState, milliseconds: Count }

/** While `on`, staff read and do not write, events and mails wait, and visitors are served as ever. */
export const MaintenanceRecord = Type.Object({
  on: Type.Boolean(),
  message: Type.String(),
  since: Nullable(Timestamp),
})
export type MaintenanceRecord = Static<typeof MaintenanceRecord>

/** `state` is that of the worst part. What a part cannot tell at the moment is null. */
export const SystemHealth = Type.Object({
  state: PartState,
  version: Type.String(),
  maintenance: MaintenanceRecord,
  parts: Type.Object({
    /** `migration`: the newest that was applied */
    database: Type.Object({ ...part, migration: Nullable(Type.String()) }),
    /** a file was written, read and removed */
    storage: Type.Object(part),
    /** events that no job was made of, jobs that are not done, what failed too often, and how long ago a worker was heard of */
    queue: Type.Object({
      ...part,
      events: Nullable(Count),
      oldestSeconds: Nullable(Seconds),
      jobs: Nullable(Count),
      parked: Nullable(Count),
      workerSeenSeconds: Nullable(Seconds),
    }),
    /** the transport was reached; when a mail last left, and last did not */
    mail: Type.Object({ ...part, lastSentAt: Nullable(Timestamp), lastFailedAt: Nullable(Timestamp) }),
    /** where limits are counted, and where they should be */
    limits: Type.Object({ ...part, store: Type.String(), first: Type.String() }),
    disk: Type.Object({ ...part, freeMegabytes: Nullable(Count) }),
  }),
})
export type SystemHealth = Static<typeof SystemHealth>

/**
 * A deep check of all parts at once, within 5 s however slow one of them is. It answers 200 with the states also where
 * a part is DOWN: an error has no room for them, and load balancers ask /readyz. Alert on `state`.
 */
export const getHealth = endpoint({
  module: 'system',
  name: 'getHealth',
  method: 'GET',
  path: '/api/system/health',
  summary: 'Deep check of database, storage, queue, mail, limits and disk',
  access: system,
  limit: 'miss',
  data: SystemHealth,
})

/**
 * Prometheus text of this instance: requests and jobs by duration, connections, events that wait, submissions, mails,
 * limits, answers from memory, the process. 200 also while the database is away: its lines are left out then, and
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

/** `message` says why it failed, else it is empty. */
export const JobRunRecord = Type.Object({
  startedAt: Timestamp,
  milliseconds: Count,
  result: Type.Enum(['OK', 'FAILED']),
  message: Type.String(),
})

/** Work by the clock; a subscriber of events; work at a time. */
export const JobKind = Type.Enum(['SCHEDULE', 'SUBSCRIBER', 'DUE_WORK'])
export type JobKind = Static<typeof JobKind>

/**
 * What is done besides requests; the same on every instance.
 *
 * SCHEDULE: `cron` in UTC, `lastRun`, `nextRunAt`; `backlog` counts runs that are due and wait. SUBSCRIBER: `backlog`
 * counts jobs of up to 50 events each that are not done, those that are tried again later included. DUE_WORK:
 * `backlog` counts what is due; `running` is null, since it is done in the transaction that takes it. What a kind does
 * not have is null.
 *
 * `oldestSeconds`: how long the oldest of the backlog waits; 0 where none does. `parked`: what failed too often and is
 * not tried again by itself. Counted up to 10,000.
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

/** What has no next run comes last by `nextRunAt`. */
export const listJobs = endpoint({
  module: 'system',
  name: 'listJobs',
  method: 'GET',
  path: '/api/system/jobs',
  summary: 'Jobs with last run, result, next run, backlog, its age, and what is parked',
  access: system,
  limit: 'miss',
  query: Type.Object({
    ...paging,
    kind: Type.Optional(JobKind),
    sort: sortBy('name', 'nextRunAt'),
  }),
  list: SystemJob,
})

/** RUNNING: it takes longer than an answer may; it goes on, and its end is in the list of jobs. */
export const JobOutcome = Type.Object({
  name: Type.String(),
  result: Type.Enum(['OK', 'FAILED', 'RUNNING']),
  milliseconds: Count,
  message: Type.String(),
})

/**
 * Runs a job now, on the instance that is asked, whatever its ROLE, also during maintenance. A job that fails is
 * answered 200 with FAILED. CONFLICT while it runs anywhere; an unknown name is NOT_FOUND. Answers within 30 s.
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
 * Staff writes answer SERVICE_UNAVAILABLE with `message` (or a usual text) and Retry-After on every instance within a
 * second; reading and signing in go on. What visitors send is taken and worked off when it ends. The same call again
 * changes nothing; it stays on over a restart.
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
