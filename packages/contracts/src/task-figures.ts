/** Figures of tasks: how many there are, how long they take, SLA outcome, and workload. */
import { type Static, type TSchema, Type } from 'typebox'
import { dashboardFilters, Period, PeriodNotes } from './dashboard.ts'
import { endpoint, idFilter, manager, paging, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Id, Timestamp } from './kit/text.ts'
import { AmenityRef, BuildingRef, Count, Priority, TaskRef } from './records.ts'
import { Assignee } from './tasks/records.ts'

/**
 * Definition of each figure: the description of its field here, and the explanation on the screen by the same key.
 * Merged and deleted tasks are not counted, not even in past days.
 */
export const taskFormulas = {
  created: 'Tasks created in this period.',
  done: 'Tasks that are done and were finished in this period, each counted once. Whether they are confirmed is a separate figure.',
  reopened: 'How often finished tasks were reopened in this period.',
  backlog: 'Tasks that were not done at the end of this period, or are not done now if it has not ended.',
  medianAge: 'Median of the minutes since the creation of the tasks in the backlog.',
  firstAction:
    'Minutes from the creation of a task until it was first started, or finished. Nights and weekends are included.',
  doneTime:
    'Minutes from the creation of a task until it was finished; for a reopened task until it was last finished.',
  met: 'Tasks created in this period that were started and finished within their SLA, in every cycle.',
  missed:
    'Tasks created in this period that were started or finished too late, or are late now, also before a reopening.',
  share: 'Share of met among met and missed, with 95 % confidence bounds (Wilson).',
  assigned: 'Their tasks that are not done, and those that they finished in this period.',
  confirmed: 'Finished tasks that a visitor, a photo, a later rating or a scout has confirmed.',
  firstTimeFixed: 'Finished tasks that were confirmed and never reopened.',
  companySla: 'Assigned tasks of a company that met or missed their SLA, with the share of those met.',
  ratingAfter: 'Ratings at the same amenity in the day after a company finished a task there.',
  reopenedTasks: 'Assigned tasks that were reopened at least once.',
} as const
export type TaskFormula = keyof typeof taskFormulas

const described = <S extends TSchema>(schema: S, formula: TaskFormula): S => ({
  ...schema,
  description: taskFormulas[formula],
})

const about = {
  period: Period,
  /** moment at which everything was read from the rows */
  freshness: Timestamp,
}

/** Length of a point; weeks begin on Monday, and the first and the last are cut to the period. */
const by = Type.Optional(Type.Enum(['day', 'week', 'month']))

const Minutes = Nullable(Type.Number({ minimum: 0 }))
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }))
const Percentiles = Type.Object({ p50: Type.Number(), p90: Type.Number(), p99: Type.Number() })

export const TaskTrend = Type.Object({
  /** beginning of the point */
  at: Timestamp,
  created: described(Count, 'created'),
  done: described(Count, 'done'),
  reopened: described(Count, 'reopened'),
  /** null for a point in the future */
  backlog: described(Nullable(Count), 'backlog'),
  /** null without a backlog */
  medianAgeMinutes: described(Minutes, 'medianAge'),
})
export type TaskTrend = Static<typeof TaskTrend>

const times = {
  /** tasks done in the period: both times are of these */
  n: described(Count, 'done'),
  firstActionMinutes: described(Nullable(Percentiles), 'firstAction'),
  doneMinutes: described(Nullable(Percentiles), 'doneTime'),
}

export const ResolutionTimes = Type.Object({
  /** a priority, an amenity type or a source; null: tasks without an amenity */
  key: Nullable(Type.String()),
  ...times,
})
export type ResolutionTimes = Static<typeof ResolutionTimes>

const outcome = {
  met: described(Count, 'met'),
  missed: described(Count, 'missed'),
  /** neither met nor missed, clock running */
  running: Count,
  /** neither met nor missed, clock paused */
  paused: Count,
  share: described(Share, 'share'),
  low: described(Share, 'share'),
  high: described(Share, 'share'),
}
export const SlaPromise = Type.Object(outcome)
export type SlaPromise = Static<typeof SlaPromise>

export const SlaFigures = Type.Object({
  ...about,
  /** without planned work, which has no clock */
  ...outcome,
  /** each clock of the current cycle: since creation, or since the last reopening */
  clocks: Type.Object({ respond: SlaPromise, resolve: SlaPromise }),
  group: Type.Enum(['policy', 'building', 'priority']),
  by: Type.Array(
    Type.Object({
      /** an id or a priority; null: the default targets, or no building */
      key: Nullable(Type.String()),
      /** null if there is nothing to name, or it was deleted */
      name: Nullable(Type.String()),
      ...outcome,
    }),
  ),
  /** by time of creation, oldest first, without gaps */
  points: Type.Array(Type.Object({ at: Timestamp, ...outcome })),
  /** all tasks that are not done now, whenever created */
  now: Type.Object({ onTrack: Count, atRisk: Count, missed: Count, paused: Count }),
  /** to the end of today in `period.timeZone` */
  today: Type.Object({
    until: Timestamp,
    /** became overdue today and are not done */
    missed: Count,
    /** on time now, but late before `until` unless started or finished */
    due: Count,
  }),
})
export type SlaFigures = Static<typeof SlaFigures>

export const SlaBreach = Type.Object({
  /** of the task */
  id: Id,
  task: TaskRef,
  priority: Priority,
  building: Nullable(BuildingRef),
  amenity: Nullable(AmenityRef),
  /** of the amenity: names from the top level down; null without a location */
  location: Nullable(Type.String()),
  assignee: Nullable(Assignee),
  /** null: the default targets */
  policy: Nullable(Type.Object({ id: Id, name: Type.String() })),
  state: Type.Enum(['BREACHED', 'AT_RISK']),
  /** the missed target; RESOLVE if both were missed */
  clock: Type.Enum(['RESPOND', 'RESOLVE']),
  /** null if its hours never open again */
  dueAt: Nullable(Timestamp),
  /** when it was breached, or became at risk at 75 % of its time */
  since: Nullable(Timestamp),
  /** in plain words; in German for readers of German, else in English */
  why: Type.String(),
  createdAt: Timestamp,
})
export type SlaBreach = Static<typeof SlaBreach>

/** Half of the tasks lie between `p25` and `p75`. */
const Range = Type.Object({ p25: Type.Number(), p50: Type.Number(), p75: Type.Number() })

export const performerKinds = ['USER', 'OPERATOR', 'COMPANY', 'TEAM'] as const

export const TeamPerformance = Type.Object({
  /** TEAM: all of the tenant's own people without a company, together */
  kind: Type.Enum([...performerKinds]),
  id: Nullable(Id),
  name: Nullable(Type.String()),
  assigned: described(Count, 'assigned'),
  /** of `assigned`, not done now */
  open: Count,
  done: described(Count, 'done'),
  confirmed: described(Count, 'confirmed'),
  firstTimeFixed: described(Count, 'firstTimeFixed'),
  reopened: described(Count, 'reopenedTasks'),
  /**
   * of `done`; null for a person with fewer than five, and for the own people together if fewer than three of them did
   * it
   */
  firstActionMinutes: described(Nullable(Range), 'firstAction'),
  doneMinutes: described(Nullable(Range), 'doneTime'),
  /** of a company; null for people, and below PRO */
  sla: described(
    Nullable(Type.Object({ met: Count, missed: Count, share: Share, low: Share, high: Share })),
    'companySla',
  ),
  /** of a company; null for people */
  rating: described(
    Nullable(Type.Object({ n: Count, average: Nullable(Type.Number({ minimum: 1, maximum: 5 })) })),
    'ratingAfter',
  ),
})
export type TeamPerformance = Static<typeof TeamPerformance>

export const getTaskTrends = endpoint({
  module: 'dashboard',
  name: 'getTaskTrends',
  method: 'GET',
  path: '/api/dashboard/tasks/trends',
  summary:
    'Created, done, backlog and its age over time; the default of `by` is the shortest step with at most 366 points',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({ ...dashboardFilters, by }),
  /** oldest first, without gaps */
  data: Type.Array(TaskTrend),
  about: Type.Object({ ...about, by: Type.Enum(['day', 'week', 'month']), notes: PeriodNotes }),
  errors: ['VALIDATION_ERROR'],
})

export const getResolutionTimes = endpoint({
  module: 'dashboard',
  name: 'getResolutionTimes',
  method: 'GET',
  path: '/api/dashboard/tasks/resolution',
  summary: 'Time to first action and to done: p50, p90, p99 by priority, type, source',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({
    ...dashboardFilters,
    group: Type.Optional(Type.Enum(['priority', 'type', 'source'])),
  }),
  /** those with most tasks first */
  data: Type.Array(ResolutionTimes),
  about: Type.Object({ ...about, ...times }),
  errors: ['VALIDATION_ERROR'],
})

export const getSlaFigures = endpoint({
  module: 'dashboard',
  name: 'getSlaFigures',
  method: 'GET',
  path: '/api/dashboard/sla',
  summary: 'SLA compliance by policy, building and priority, of the tasks created in the period',
  access: manager('read'),
  limit: 'read',
  plan: 'PRO',
  query: Type.Object({
    ...dashboardFilters,
    group: Type.Optional(Type.Enum(['policy', 'building', 'priority'])),
    by,
  }),
  data: SlaFigures,
  errors: ['VALIDATION_ERROR'],
})

export const listSlaBreaches = endpoint({
  module: 'dashboard',
  name: 'listSlaBreaches',
  method: 'GET',
  path: '/api/dashboard/sla/breaches',
  summary: 'Breached and about-to-breach tasks; paginated',
  access: manager('read'),
  limit: 'read',
  plan: 'PRO',
  query: Type.Object({
    ...dashboardFilters,
    state: Type.Optional(Type.Array(Type.Enum(['BREACHED', 'AT_RISK']), { maxItems: 2 })),
    priority: Type.Optional(Type.Array(Priority, { maxItems: 4 })),
    /** policy of the SLA target */
    slaPolicyId: idFilter,
    /** true: tasks not done, created before the end of the period; else those created in it */
    open: Type.Optional(Type.Boolean()),
    sort: sortBy('dueAt', 'since', 'priority', 'createdAt'),
    ...paging,
  }),
  list: SlaBreach,
  about: Type.Object(about),
  errors: ['VALIDATION_ERROR'],
})

export const listTeamPerformance = endpoint({
  module: 'dashboard',
  name: 'listTeamPerformance',
  method: 'GET',
  path: '/api/dashboard/team-performance',
  summary:
    'By person and company: assigned, done, response and resolution times, reopened; without other people unless the settings allow figures per person',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({
    ...dashboardFilters,
    kind: Type.Optional(Type.Array(Type.Enum([...performerKinds]), { maxItems: 4 })),
    sort: sortBy('name', 'assigned'),
    ...paging,
  }),
  list: TeamPerformance,
  about: Type.Object({
    ...about,
    /** people are listed individually: the tenant's setting `privacy.figuresPerPerson` */
    perPerson: Type.Boolean(),
  }),
  errors: ['VALIDATION_ERROR'],
})
