/** Schedules: recurring tasks at local times. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, LongText, Timestamp, TimeZone } from '#contracts/kit/text.ts'
import { Code, IdAnswer, Priority } from '#contracts/records.ts'
import { AssigneeInput } from '#contracts/tasks/records.ts'
import { ById, search, Version } from './kit/pieces.ts'

/** ROUND: a round of inspections by a scout, made seven days ahead. It stays as it was created. */
const kind = Type.Enum(['TASK', 'ROUND'])

/**
 * If the previous task of the schedule is still open at an amenity: SKIP creates none there, CREATE creates another.
 * Rounds are made before their day, so they are CREATE.
 */
const ifOpen = Type.Enum(['SKIP', 'CREATE'])

/** A recurrence rule of RFC 5545, e.g. FREQ=WEEKLY;BYDAY=MO,TH; at most every 15 minutes. */
const Rrule = Type.String({ minLength: 1, maxLength: 500, 'x-text': 'line' })

/** Local time, to the minute, e.g. 2026-11-23T07:00; from 2000 on. */
const LocalTime = Type.String({ pattern: '^2\\d{3}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:00(\\.000)?)?$' })

const AmenityIds = Type.Array(Id, { maxItems: 200, uniqueItems: true })
const Checklist = Type.Array(Type.Object({ text: Line(200) }), { maxItems: 50 })
const DueAfterMinutes = Type.Integer({ minimum: 1, maximum: 527_040 })

/** Template of the tasks. */
const Template = Type.Object({
  title: Type.String(),
  description: Type.String(),
  /** null: that of the category, else MEDIUM */
  priority: Nullable(Priority),
  category: Nullable(Code),
  checklist: Checklist,
  buildingId: Nullable(Id),
  /** one task for each amenity; empty: a single task */
  amenityIds: Type.Array(Id),
  /** null: assigned by routing rules, else unassigned */
  assignee: Nullable(AssigneeInput),
  /** after the creation of the task; null: no due time */
  dueAfterMinutes: Nullable(DueAfterMinutes),
  /** of a round: each amenity takes the first checklist that is for its type */
  templateIds: Type.Optional(Type.Array(Id)),
  /** of a round; null: open to all scouts of the building */
  scoutId: Type.Optional(Nullable(Id)),
})

const TemplateInput = Type.Object({
  title: Line(120),
  description: Type.Optional(LongText(4000)),
  priority: Type.Optional(Nullable(Priority)),
  category: Type.Optional(Nullable(Code)),
  checklist: Type.Optional(Checklist),
  buildingId: Type.Optional(Nullable(Id)),
  amenityIds: Type.Optional(AmenityIds),
  assignee: Type.Optional(Nullable(AssigneeInput)),
  dueAfterMinutes: Type.Optional(Nullable(DueAfterMinutes)),
  templateIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5, uniqueItems: true })),
  scoutId: Type.Optional(Nullable(Id)),
})

const fields = {
  name: Type.String(),
  enabled: Type.Boolean(),
  kind,
  /** null: once */
  rrule: Nullable(Type.String()),
  startsAt: Type.String(),
  timeZone: Type.String(),
  /** no zone was chosen: it is that of the building, else the organisation's, and changes with it */
  followsZone: Type.Boolean(),
  template: Template,
  ifOpen,
  /** the next five times; fewer if the schedule ends, none while it is switched off */
  next: Type.Array(Timestamp, { maxItems: 5 }),
  /** last time at which it created tasks or skipped open ones */
  lastRunAt: Nullable(Timestamp),
}

export const Schedule = Type.Object({ id: Id, ...fields, createdAt: Timestamp, version: Version })
export type Schedule = Static<typeof Schedule>

/** The schedule; after a dry run without the fields that only a saved one has. */
export const SchedulePreview = Type.Object({
  id: Type.Optional(Id),
  ...fields,
  createdAt: Type.Optional(Timestamp),
  version: Type.Optional(Version),
})
export type SchedulePreview = Static<typeof SchedulePreview>

const details = {
  enabled: Type.Optional(Type.Boolean()),
  kind: Type.Optional(kind),
  /** null, also the default on creation: once */
  rrule: Type.Optional(Nullable(Rrule)),
  /**
   * null, also the default on creation: that of the building, which all amenities must share, else the organisation's;
   * it then changes with it
   */
  timeZone: Type.Optional(Nullable(TimeZone)),
  ifOpen: Type.Optional(ifOpen),
  /** returns the schedule with its next times, and saves nothing */
  dryRun: Type.Optional(Type.Boolean({ default: false })),
}

export const listSchedules = endpoint({
  module: 'admin',
  name: 'listSchedules',
  method: 'GET',
  path: '/api/admin/schedules',
  summary: 'List schedules with their next five times',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    q: search,
    enabled: Type.Optional(Type.Boolean()),
    sort: sortBy('name', 'createdAt', 'nextAt'),
  }),
  list: Schedule,
})

export const createSchedule = endpoint({
  module: 'admin',
  name: 'createSchedule',
  method: 'POST',
  path: '/api/admin/schedules',
  summary:
    'Create a schedule, once or recurring, in the building’s time zone; `dryRun` returns its next times and saves nothing',
  auditLabel: { en: 'Created a schedule', de: 'Zeitplan angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({ name: Line(120), startsAt: LocalTime, template: TemplateInput, ...details }),
  status: 201,
  createsUnless: 'dryRun',
  idempotent: true,
  data: SchedulePreview,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
  example: ({ amenityId, fresh }) => ({
    body: {
      name: fresh('Morning round'),
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
      startsAt: '2030-01-07T07:00',
      template: {
        title: 'Morning round',
        checklist: [{ text: 'Soap and paper' }, { text: 'Floor' }],
        amenityIds: [amenityId],
        dueAfterMinutes: 120,
      },
    },
  }),
})

export const updateSchedule = endpoint({
  module: 'admin',
  name: 'updateSchedule',
  method: 'PATCH',
  path: '/api/admin/schedules/:id',
  summary:
    'Update a schedule; `template` is replaced as a whole, `dryRun` returns the result and saves nothing',
  auditLabel: { en: 'Changed a schedule', de: 'Zeitplan geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(120)),
    startsAt: Type.Optional(LocalTime),
    template: Type.Optional(TemplateInput),
    ...details,
  }),
  data: Schedule,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ scheduleId, fresh }) => ({
    params: { id: scheduleId },
    body: { name: fresh('Evening round'), ifOpen: 'CREATE' },
  }),
})

export const deleteSchedule = endpoint({
  module: 'admin',
  name: 'deleteSchedule',
  method: 'DELETE',
  path: '/api/admin/schedules/:id',
  summary: 'Delete a schedule; its tasks stay',
  auditLabel: { en: 'Deleted a schedule', de: 'Zeitplan gelöscht' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ scheduleId }) => ({ params: { id: scheduleId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  amenityIds: { en: 'Amenities', de: 'Einrichtungen' },
  dueAfterMinutes: { en: 'Due after (minutes)', de: 'Fällig nach (Minuten)' },
  templateIds: { en: 'Checklists', de: 'Checklisten' },
  scoutId: { en: 'Scout', de: 'Prüfperson' },
  ifOpen: { en: 'If the previous task is still open', de: 'Wenn die vorige noch offen ist' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  ROUND: { en: 'Round', de: 'Rundgang' },
  SKIP: { en: 'Do not create a task', de: 'Keine Aufgabe anlegen' },
  CREATE: { en: 'Create another task', de: 'Weitere Aufgabe anlegen' },
}
