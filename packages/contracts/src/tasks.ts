/** Tasks: what has to be done, by whom, until when, and how it went. */

import { type Static, Type } from 'typebox'
import { admin, endpoint, manager, paging, sortBy, technician } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Id, InstantInput, Line, LongText } from './kit/text.ts'
import {
  Code,
  IdAnswer,
  ImageKey,
  ImageSize,
  ImageType,
  Priority,
  SentAt,
  TaskStatus,
  uploadFields,
} from './records.ts'
import { taskFilters } from './tasks/filters.ts'
import {
  AssigneeInput,
  AttachmentKind,
  attachmentFields,
  BlockInput,
  BulkResult,
  ChecklistInput,
  HistoryEntry,
  Note,
  Task,
  TaskDetail,
  TaskSummary,
} from './tasks/records.ts'

const params = Type.Object({ id: Id })

const Title = Line(120)
const Description = LongText(4000)
const NoteText = LongText(2000, 1)
const Resolution = LongText(1000)
const MinutesSpent = Type.Integer({ minimum: 0, maximum: 10_080 })
const Labels = Type.Array(Line(40), { maxItems: 20 })
const attachmentKeys = Type.Optional(Type.Array(ImageKey, { maxItems: 5 }))

export const listTasks = endpoint({
  module: 'tasks',
  name: 'listTasks',
  method: 'GET',
  path: '/api/tasks',
  summary:
    'List tasks; technicians see their own, those of their company and unassigned ones in buildings they cover',
  access: technician('read'),
  limit: 'read',
  follows: ['task', 'sla'],
  query: Type.Object({
    ...taskFilters,
    /** limits finished tasks to those finished since then, for a board of the last days */
    doneSince: Type.Optional(InstantInput),
    /** only tasks changed since then: another system synchronises with `sort=updatedAt` */
    updatedSince: Type.Optional(InstantInput),
    /**
     * Both together, at most 100 days apart: tasks that end in that time, in the order of their ends, so without
     * `sort`. The end is the due time, else the resolve time of the SLA clock.
     */
    endsFrom: Type.Optional(InstantInput),
    endsBefore: Type.Optional(InstantInput),
    /** with these: also tasks without an end, after the others */
    undated: Type.Optional(Type.Boolean()),
    /** clock: urgent and not fixed first, then by the earlier of due time and SLA clock, then on hold, then done */
    sort: sortBy('createdAt', 'updatedAt', 'dueAt', 'priority', 'number', 'clock'),
    /** field: with what a phone keeps for work without a connection (`field`) */
    with: Type.Optional(Type.Enum(['field'])),
    ...paging,
  }),
  list: Task,
  errors: ['VALIDATION_ERROR'],
})

export const createTask = endpoint({
  module: 'tasks',
  name: 'createTask',
  method: 'POST',
  path: '/api/tasks',
  summary: 'Create a task; a technician can only assign it to themselves or to nobody',
  auditLabel: { en: 'Created a task', de: 'Aufgabe angelegt' },
  access: technician('write'),
  limit: 'write',
  body: Type.Object({
    title: Title,
    description: Type.Optional(Description),
    priority: Type.Optional(Priority),
    buildingId: Type.Optional(Nullable(Id)),
    amenityId: Type.Optional(Nullable(Id)),
    category: Type.Optional(Nullable(Code)),
    dueAt: Type.Optional(Nullable(InstantInput)),
    assignee: Type.Optional(Nullable(AssigneeInput)),
    feedbackIds: Type.Optional(Type.Array(Id, { maxItems: 50 })),
    checklist: Type.Optional(ChecklistInput),
    labels: Type.Optional(Labels),
  }),
  status: 201,
  idempotent: true,
  data: Task,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
  example: ({ amenityId }) => ({ body: { title: 'Mend the lamp', priority: 'HIGH', amenityId } }),
})

export const taskSummary = endpoint({
  module: 'tasks',
  name: 'taskSummary',
  method: 'GET',
  path: '/api/tasks/summary',
  summary: 'Counts with the filters of the list, and the buildings, amenities and assignees to choose from',
  access: technician('read'),
  limit: 'read',
  follows: ['task', 'sla'],
  query: Type.Object({ ...taskFilters, amenityQ: Type.Optional(Line(200, 0)) }),
  data: TaskSummary,
})

/**
 * One action of an offline outbox; `kind` decides which fields it takes. `checklist` ticks steps by id; PATCH edits
 * them.
 */
export const BulkOperation = Type.Object({
  clientId: Line(64),
  /** time by the phone's clock, corrected by `sentAt` and bounded */
  at: InstantInput,
  taskId: Id,
  kind: Type.Enum(['status', 'note', 'claim', 'checklist', 'attachment']),
  status: Type.Optional(TaskStatus),
  note: Type.Optional(NoteText),
  resolution: Type.Optional(Resolution),
  minutesSpent: Type.Optional(MinutesSpent),
  blocked: Type.Optional(Nullable(BlockInput)),
  text: Type.Optional(NoteText),
  /** of a note or attachment: shown to the visitors behind the task */
  public: Type.Optional(Type.Boolean()),
  attachmentKeys,
  checklist: Type.Optional(ChecklistInput),
  key: Type.Optional(ImageKey),
})
export type BulkOperation = Static<typeof BulkOperation>

export const bulkTasks = endpoint({
  module: 'tasks',
  name: 'bulkTasks',
  method: 'POST',
  path: '/api/tasks/bulk',
  summary:
    'Change up to 200 tasks at once (managers), or send the actions of an offline outbox (anyone); with a result for each',
  auditLabel: { en: 'Changed tasks', de: 'Aufgaben geändert' },
  access: technician('write'),
  limit: 'write',
  query: SentAt,
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200 })),
    /** as many as `ids`, in their order: a task with a newer version is not changed (PRECONDITION_FAILED) */
    versions: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { minItems: 1, maxItems: 200 }),
    ),
    assign: Type.Optional(AssigneeInput),
    status: Type.Optional(TaskStatus),
    priority: Type.Optional(Priority),
    dueAt: Type.Optional(Nullable(InstantInput)),
    operations: Type.Optional(Type.Array(BulkOperation, { minItems: 1, maxItems: 200 })),
  }),
  idempotent: true,
  data: Type.Array(BulkResult),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
  example: ({ taskId }) => ({ body: { ids: [taskId], priority: 'HIGH' } }),
})

export const getTask = endpoint({
  module: 'tasks',
  name: 'getTask',
  method: 'GET',
  path: '/api/tasks/:id',
  summary: 'Task with amenity, origin feedback, notes, attachments, SLA clock and allowed actions',
  access: technician('read'),
  limit: 'read',
  follows: ['task', 'sla', 'feedback'],
  params,
  data: TaskDetail,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  example: ({ taskId }) => ({ params: { id: taskId } }),
})

export const updateTask = endpoint({
  module: 'tasks',
  name: 'updateTask',
  method: 'PATCH',
  path: '/api/tasks/:id',
  summary: 'Update title, description, priority, due time, checklist, labels; technicians the checklist only',
  auditLabel: { en: 'Changed a task', de: 'Aufgabe geändert' },
  access: technician('write'),
  limit: 'write',
  params,
  body: Type.Object({
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    priority: Type.Optional(Priority),
    dueAt: Type.Optional(Nullable(InstantInput)),
    checklist: Type.Optional(ChecklistInput),
    labels: Type.Optional(Labels),
  }),
  data: Task,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ taskId, fresh }) => ({ params: { id: taskId }, body: { title: fresh('Mend the lamp') } }),
})

export const deleteTask = endpoint({
  module: 'tasks',
  name: 'deleteTask',
  method: 'DELETE',
  path: '/api/tasks/:id',
  summary: 'Remove a task',
  auditLabel: { en: 'Deleted a task', de: 'Aufgabe gelöscht' },
  access: admin('write'),
  limit: 'write',
  params,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ taskId }) => ({ params: { id: taskId } }),
})

export const setTaskStatus = endpoint({
  module: 'tasks',
  name: 'setTaskStatus',
  method: 'PATCH',
  path: '/api/tasks/:id/status',
  summary:
    'Set the status of a task, with a note or a resolution; put it on hold (its SLA clock pauses) or lift the hold',
  auditLabel: { en: 'Set the status of a task', de: 'Status einer Aufgabe geändert' },
  access: technician('write'),
  limit: 'write',
  params,
  body: Type.Object({
    status: TaskStatus,
    note: Type.Optional(NoteText),
    resolution: Type.Optional(Resolution),
    minutesSpent: Type.Optional(MinutesSpent),
    blocked: Type.Optional(Nullable(BlockInput)),
  }),
  data: Task,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ taskId }) => ({ params: { id: taskId }, body: { status: 'IN_PROGRESS' } }),
})

export const assignTask = endpoint({
  module: 'tasks',
  name: 'assignTask',
  method: 'POST',
  path: '/api/tasks/:id/assign',
  summary: 'Assign to a user, an operator, a company, or to nobody',
  auditLabel: { en: 'Assigned a task', de: 'Aufgabe zugewiesen' },
  access: manager('write'),
  limit: 'write',
  params,
  body: AssigneeInput,
  data: Task,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ taskId, technicianId }) => ({ params: { id: taskId }, body: { userId: technicianId } }),
})

export const claimTask = endpoint({
  module: 'tasks',
  name: 'claimTask',
  method: 'POST',
  path: '/api/tasks/:id/claim',
  summary: 'Take an unassigned task; of two at once one wins',
  auditLabel: { en: 'Claimed a task', de: 'Sich eine Aufgabe zugewiesen' },
  access: technician(null),
  limit: 'write',
  params,
  data: Task,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  example: ({ taskId }) => ({ params: { id: taskId } }),
})

export const listTaskNotes = endpoint({
  module: 'tasks',
  name: 'listTaskNotes',
  method: 'GET',
  path: '/api/tasks/:id/notes',
  summary: 'Notes, oldest first',
  access: technician('read'),
  limit: 'read',
  follows: ['task'],
  params,
  query: Type.Object({ sort: sortBy('createdAt'), ...paging }),
  list: Note,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  example: ({ taskId }) => ({ params: { id: taskId } }),
})

export const addTaskNote = endpoint({
  module: 'tasks',
  name: 'addTaskNote',
  method: 'POST',
  path: '/api/tasks/:id/notes',
  summary: 'Add a note; may be marked as a public reply to the visitors behind the task',
  auditLabel: { en: 'Added a note to a task', de: 'Notiz zu einer Aufgabe hinzugefügt' },
  access: technician('write'),
  limit: 'write',
  params,
  body: Type.Object({ text: NoteText, public: Type.Optional(Type.Boolean()), attachmentKeys }),
  status: 201,
  idempotent: true,
  data: Note,
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
  example: ({ taskId }) => ({ params: { id: taskId }, body: { text: 'The part comes on Friday' } }),
})

export const addTaskAttachment = endpoint({
  module: 'tasks',
  name: 'addTaskAttachment',
  method: 'POST',
  path: '/api/tasks/:id/attachments',
  summary: 'With contentType, size and kind: get an upload URL; with key: register the uploaded photo',
  auditLabel: { en: 'Added a photo to a task', de: 'Foto zu einer Aufgabe hinzugefügt' },
  access: technician('write'),
  limit: 'write',
  params,
  body: Type.Object({
    contentType: Type.Optional(ImageType),
    size: Type.Optional(ImageSize),
    kind: Type.Optional(AttachmentKind),
    key: Type.Optional(ImageKey),
    /** with `key`: shown to the visitors behind the task once it is done */
    public: Type.Optional(Type.Boolean()),
  }),
  status: 201,
  idempotent: true,
  /** the fields of an upload, or those of an attachment */
  data: Type.Partial(Type.Object({ ...uploadFields, ...attachmentFields })),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
  example: ({ taskId }) => ({
    params: { id: taskId },
    body: { contentType: 'image/jpeg', size: 48_000, kind: 'BEFORE' },
  }),
})

export const getTaskHistory = endpoint({
  module: 'tasks',
  name: 'getTaskHistory',
  method: 'GET',
  path: '/api/tasks/:id/history',
  summary: 'History of a task: what, who and when; oldest first',
  access: technician('read'),
  limit: 'read',
  follows: ['task', 'sla'],
  params,
  query: Type.Object({ sort: sortBy('at'), ...paging }),
  list: HistoryEntry,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  example: ({ taskId }) => ({ params: { id: taskId } }),
})

export const mergeTasks = endpoint({
  module: 'tasks',
  name: 'mergeTasks',
  method: 'POST',
  path: '/api/tasks/:id/merge',
  summary: 'Merge duplicates into this task; their feedback and followers move with them',
  auditLabel: { en: 'Merged tasks', de: 'Aufgaben zusammengeführt' },
  access: manager('write'),
  limit: 'write',
  params,
  body: Type.Object({ taskIds: Type.Array(Id, { minItems: 1, maxItems: 50 }) }),
  data: Task,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ taskId, otherTaskId }) => ({ params: { id: taskId }, body: { taskIds: [otherTaskId] } }),
})
