/** Figures of work: how much there is, how long it takes, what was promised, and who carries it. */
import { type Static, type TSchema, Type } from 'typebox'
import { dashboardFilters, Period, PeriodNotes } from './dashboard.ts'
import { endpoint, idFilter, manager, paging, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Id, Timestamp } from './kit/text.ts'
import { AmenityRef, BuildingRef, Count, Priority, TaskRef } from './records.ts'
import { Assignee } from './tasks/records.ts'

/**
 * How each figure is counted, said once: in the documentation of its field here, and by this key in the words of a
 * screen. Tasks that were merged into others, and deleted ones, count nowhere, days that are past included.
 */
export const taskFormulas = {
  created: 'Tasks made in this time.',
  done: 'Tasks that are done and were finished in this time, each once. Done is a claim until it is confirmed.',
  reopened: 'Times that a finished task was opened again in this time.',
  backlog: 'Tasks that were not done at the end of this time, or are not done now where it has not ended.',
  medianAge: 'Minutes since the creation of the tasks in the backlog; half of them are younger.',
  firstAction:
    'Minutes from the creation of a task until work on it began for the first time, or it was finished. By the wall, nights included.',
  doneTime:
    'Minutes from the creation of a task until it was finished; where it was opened again, until the last time.',
  met: 'Tasks made in this time that were begun and finished within the time promised, and never missed it.',
  missed:
    'Tasks made in this time that were begun or finished too late, or are late now, also before a reopening.',
  share:
    'Met, of those that were met or missed. It lies between the bounds with a certainty of 95 % (Wilson).',
  assigned: 'Tasks that they have and that are not done, and those that they finished in this time.',
  confirmed: 'Of those done, how many a visitor, a photo, a later rating or a scout has confirmed.',
  firstTimeFixed: 'Of those done, how many were confirmed and never opened again.',
  reopenedTasks: 'Of those assigned, how many were opened again at least once.',
} as const
export type TaskFormula = keyof typeof taskFormulas

const said = <S extends TSchema>(schema: S, formula: TaskFormula): S => ({
  ...schema,
  description: taskFormulas[formula],
})

const about = {
  period: Period,
  /** the moment up to which everything is counted; all is read from the rows at that moment */
  freshness: Timestamp,
}

/** Length of a point; weeks begin on Monday, and the first and the last are cut to the period. */
const by = Type.Optional(Type.Enum(['day', 'week', 'month']))

const Minutes = Nullable(Type.Number({ minimum: 0 }))
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }))
const Percentiles = Type.Object({ p50: Type.Number(), p90: Type.Number(), p99: Type.Number() })

export const TaskTrend = Type.Object({
  /** the first moment of it */
  at: Timestamp,
  created: said(Count, 'created'),
  done: said(Count, 'done'),
  reopened: said(Count, 'reopened'),
  /** null where it lies in the future */
  backlog: said(Nullable(Count), 'backlog'),
  /** null without a backlog */
  medianAgeMinutes: said(Minutes, 'medianAge'),
})
export type TaskTrend = Static<typeof TaskTrend>

const times = {
  /** tasks done in the period: both times are theirs */
  n: said(Count, 'done'),
  firstActionMinutes: said(Nullable(Percentiles), 'firstAction'),
  doneMinutes: said(Nullable(Percentiles), 'doneTime'),
}

export const ResolutionTimes = Type.Object({
  /** a priority, a type of amenity or a source; null: tasks about no amenity */
  key: Nullable(Type.String()),
  ...times,
})
export type ResolutionTimes = Static<typeof ResolutionTimes>

const promise = {
  met: said(Count, 'met'),
  missed: said(Count, 'missed'),
  /** neither yet, and the clock runs */
  running: Count,
  /** neither yet, and the clock stands */
  paused: Count,
  share: said(Share, 'share'),
  low: said(Share, 'share'),
  high: said(Share, 'share'),
}
export const SlaPromise = Type.Object(promise)
export type SlaPromise = Static<typeof SlaPromise>

export const SlaFigures = Type.Object({
  ...about,
  /** planned work has no clock and is not in it */
  ...promise,
  /** each clock of its own, of the run that stands: since the creation, or since the last reopening */
  clocks: Type.Object({ respond: SlaPromise, resolve: SlaPromise }),
  group: Type.Enum(['policy', 'building', 'priority']),
  by: Type.Array(
    Type.Object({
      /** an id or a priority; null: the usual targets, or no building */
      key: Nullable(Type.String()),
      /** null where there is nothing to name, or it was deleted */
      name: Nullable(Type.String()),
      ...promise,
    }),
  ),
  /** by the time of creation, oldest first, without gaps */
  points: Type.Array(Type.Object({ at: Timestamp, ...promise })),
  /** all that are not done at this moment, whenever they were made */
  now: Type.Object({ onTrack: Count, atRisk: Count, missed: Count, paused: Count }),
  /** to the end of today in `period.timeZone` */
  today: Type.Object({
    until: Timestamp,
    /** became late today and are not done */
    missed: Count,
    /** in time still, and late before `until` unless somebody begins or finishes them */
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
  /** of the amenity: names from the top down; null on no floor */
  location: Nullable(Type.String()),
  assignee: Nullable(Assignee),
  /** null: the usual targets */
  policy: Nullable(Type.Object({ id: Id, name: Type.String() })),
  state: Type.Enum(['BREACHED', 'AT_RISK']),
  /** which promise; where both are broken, that to finish */
  clock: Type.Enum(['RESPOND', 'RESOLVE']),
  /** null where its hours never open any more */
  dueAt: Nullable(Timestamp),
  /** when it became late, or three quarters of its time were used */
  since: Nullable(Timestamp),
  /** in plain words; in German to people who read German, else in English */
  why: Type.String(),
  createdAt: Timestamp,
})
export type SlaBreach = Static<typeof SlaBreach>

/** Half of the tasks lie between `p25` and `p75`. */
const Range = Type.Object({ p25: Type.Number(), p50: Type.Number(), p75: Type.Number() })

export const TeamPerformance = Type.Object({
  /** TEAM: all of the own people who belong to no company, together */
  kind: Type.Enum(['USER', 'OPERATOR', 'COMPANY', 'TEAM']),
  id: Nullable(Id),
  name: Nullable(Type.String()),
  assigned: said(Count, 'assigned'),
  /** of `assigned`, not done now */
  open: Count,
  done: said(Count, 'done'),
  confirmed: said(Count, 'confirmed'),
  firstTimeFixed: said(Count, 'firstTimeFixed'),
  reopened: said(Count, 'reopenedTasks'),
  /** of `done`; null below five of a person, and for own people together where fewer than three of them did it */
  firstActionMinutes: said(Nullable(Range), 'firstAction'),
  doneMinutes: said(Nullable(Range), 'doneTime'),
})
export type TeamPerformance = Static<typeof TeamPerformance>

export const getTaskTrends = endpoint({
  module: 'dashboard',
  name: 'getTaskTrends',
  method: 'GET',
  path: '/api/dashboard/tasks/trends',
  summary:
    'Created, done, backlog and its age over time; without `by` the shortest points of which there are at most 366',
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
  summary: 'SLA compliance by policy, building and priority, of the tasks that were made in the period',
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
    /** by which they were promised */
    slaPolicyId: idFilter,
    /** true: what is not done, whenever it was made before the end of the period; else what was made in it */
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
    'Per person and company: assigned, done, response and resolution times, reopened; without people, but for the caller, where the settings say so',
  access: manager('read'),
  limit: 'read',
  query: Type.Object({ ...dashboardFilters, sort: sortBy('name', 'assigned'), ...paging }),
  list: TeamPerformance,
  about: Type.Object({
    ...about,
    /** people stand in it besides the caller: the tenant's setting `privacy.figuresPerPerson` */
    perPerson: Type.Boolean(),
  }),
  errors: ['VALIDATION_ERROR'],
})
