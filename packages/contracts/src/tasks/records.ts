/** A task and what hangs on it: notes, attachments, its clock, its history. */
import { type Static, Type } from 'typebox'
import { Rating } from '../feedback.ts'
import { Nullable } from '../kit/nullable.ts'
import { Id, InstantInput, Line, LongText, Timestamp } from '../kit/text.ts'
import {
  AmenityRef,
  Author,
  BuildingRef,
  Code,
  Count,
  Image,
  Issue,
  OperationalState,
  Priority,
  TaskRef,
  TaskStatus,
} from '../records.ts'

export const TaskSource = Type.Enum(['FEEDBACK', 'STATUS_REPORT', 'SCOUT', 'SCHEDULE', 'MANUAL'])
export type TaskSource = Static<typeof TaskSource>

export const BlockReason = Type.Enum(['PARTS', 'ACCESS', 'VENDOR', 'VISITOR', 'OTHER'])
export type BlockReason = Static<typeof BlockReason>

export const Assignee = Type.Object({
  kind: Type.Enum(['USER', 'OPERATOR', 'COMPANY']),
  id: Id,
  name: Type.String(),
})
export type Assignee = Static<typeof Assignee>

/** The clock stands still while a task is blocked; at `until` it goes on by itself. */
export const Blocked = Type.Object({
  reason: BlockReason,
  since: Timestamp,
  until: Nullable(Timestamp),
  note: Nullable(Type.String()),
})
export type Blocked = Static<typeof Blocked>

/** A stretch of the clock; `reason` says why it stands: why the task is blocked, or that nobody works then. */
export const SlaInterval = Type.Object({
  from: Timestamp,
  to: Timestamp,
  running: Type.Boolean(),
  reason: Nullable(Type.Enum(['PARTS', 'ACCESS', 'VENDOR', 'VISITOR', 'OTHER', 'OUTSIDE_HOURS', 'HOLIDAY'])),
})
export type SlaInterval = Static<typeof SlaInterval>

/**
 * Of reactive work, from its creation or its last reopening. AT_RISK: 75 % of the time to resolve, or of that to respond
 * while nobody has, is used. While PAUSED both ends are those that held when it began to stand.
 */
const slaFields = {
  /** null: the usual targets */
  policyId: Nullable(Id),
  /** null where its hours never open */
  respondBy: Nullable(Timestamp),
  resolveBy: Nullable(Timestamp),
  respondedAt: Nullable(Timestamp),
  /** milliseconds that it was blocked, without a pause that lasts */
  pausedMs: Count,
  state: Type.Enum(['ON_TRACK', 'AT_RISK', 'BREACHED', 'PAUSED', 'MET']),
  /** this time or before a reopening */
  breached: Type.Boolean(),
}
export const Sla = Type.Object(slaFields)
export type Sla = Static<typeof Sla>

/** `intervals`: what the clock has run and will run, up to the later of now and its end; the last 60. */
export const SlaDetail = Type.Object({
  ...slaFields,
  intervals: Type.Array(SlaInterval),
  /** of the building, else the organisation's: by its wall clock the hours are open */
  timeZone: Type.String(),
})
export type SlaDetail = Static<typeof SlaDetail>

/** A claim that a task is done, until a visitor, a later rating, a scout or a photo confirms it. */
export const Verification = Type.Enum(['NONE', 'CLAIMED', 'CONFIRMED', 'REJECTED'])
export type Verification = Static<typeof Verification>

export const ChecklistItem = Type.Object({ id: Id, text: Type.String(), done: Type.Boolean() })
export type ChecklistItem = Static<typeof ChecklistItem>

export const AttachmentKind = Type.Enum(['BEFORE', 'AFTER', 'OTHER'])
export type AttachmentKind = Static<typeof AttachmentKind>

export const attachmentFields = {
  id: Id,
  kind: AttachmentKind,
  /** the note that it belongs to */
  noteId: Nullable(Id),
  image: Image,
  author: Author,
  createdAt: Timestamp,
}
export const Attachment = Type.Object(attachmentFields)
export type Attachment = Static<typeof Attachment>

export const Note = Type.Object({
  id: Id,
  text: Type.String(),
  /** reaches the tracking pages of the visitors behind the task */
  public: Type.Boolean(),
  author: Author,
  createdAt: Timestamp,
  attachments: Type.Array(Attachment),
})
export type Note = Static<typeof Note>

/** What the caller may do with this task now. */
export const taskActions = [
  'start',
  'finish',
  'reopen',
  'claim',
  'assign',
  'block',
  'unblock',
  'note',
  'attach',
  'edit',
  'merge',
  'delete',
] as const
export const TaskAction = Type.Enum([...taskActions])
export type TaskAction = Static<typeof TaskAction>

/** A rule that was looked at before a task went to somebody, and why it did or did not decide. */
export const RoutingTry = Type.Object({
  ruleId: Id,
  name: Type.String(),
  matched: Type.Boolean(),
  why: Type.String(),
})
export type RoutingTry = Static<typeof RoutingTry>

export const taskFields = {
  id: Id,
  /** counts from 1 in each tenant */
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  description: Type.String(),
  status: TaskStatus,
  priority: Priority,
  source: TaskSource,
  building: Nullable(BuildingRef),
  amenity: Nullable(AmenityRef),
  /** where it is, in words, e.g. "Level 2, East" */
  location: Nullable(Type.String()),
  category: Nullable(Code),
  /** the category's name in the caller's language */
  categoryName: Nullable(Type.String()),
  skill: Nullable(Code),
  assignee: Nullable(Assignee),
  dueAt: Nullable(Timestamp),
  /** not done, and past its due time; without one, past the time to finish of its SLA while that clock runs */
  overdue: Type.Boolean(),
  labels: Type.Array(Type.String()),
  /** what was done: in the caller's language where one tap said it; an API key is told its code, e.g. REFILLED */
  resolution: Nullable(Type.String()),
  /** as told by whoever did it */
  minutesSpent: Nullable(Count),
  reporterCount: Count,
  mergedInto: Nullable(Id),
  blocked: Nullable(Blocked),
  checklist: Type.Array(ChecklistItem),
  attachments: Type.Array(Attachment),
  noteCount: Count,
  sla: Nullable(Sla),
  escalationLevel: Count,
  reopenCount: Count,
  verification: Verification,
  /** a visitor says that it is not fixed, and it has not been finished since */
  rejection: Nullable(Type.Object({ at: Timestamp })),
  /** why it went to its assignee, in plain words */
  routing: Nullable(Type.Object({ ruleId: Nullable(Id), reason: Type.String() })),
  createdBy: Author,
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  completedAt: Nullable(Timestamp),
  updatedAt: Timestamp,
  version: Type.Integer({ minimum: 1 }),
  allowed: Type.Array(TaskAction),
}
export const Task = Type.Object(taskFields)
export type Task = Static<typeof Task>

/** A submission behind the task. */
export const OriginFeedback = Type.Object({
  id: Id,
  rating: Nullable(Rating),
  comment: Nullable(Type.String()),
  issues: Type.Array(Issue),
  language: Type.String(),
  createdAt: Timestamp,
  images: Type.Array(Image),
})
export type OriginFeedback = Static<typeof OriginFeedback>

export const TaskDetail = Type.Object({
  ...taskFields,
  amenity: Nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      type: Code,
      state: OperationalState,
      qrCode: Nullable(Type.String()),
    }),
  ),
  /** `text`: what that visitor wrote with the answer or after it, else the comment of their report */
  rejection: Nullable(Type.Object({ at: Timestamp, text: Nullable(Type.String()) })),
  /** `tried`: the rules that were looked at, at most 20 */
  routing: Nullable(
    Type.Object({
      ruleId: Nullable(Id),
      reason: Type.String(),
      tried: Type.Array(RoutingTry),
      /** when it returns to the pool unless it is begun */
      takeBy: Nullable(Timestamp),
    }),
  ),
  sla: Nullable(SlaDetail),
  /** newest first, at most 50; `feedbackCount` says how many there are */
  feedback: Type.Array(OriginFeedback),
  feedbackCount: Count,
  /** the last 20, oldest first */
  notes: Type.Array(Note),
  /** tasks that were merged into this one */
  merged: Type.Array(TaskRef),
  /** addresses and phones that wait for the outcome */
  followers: Count,
  /** of the building, else the organisation's */
  timeZone: Type.String(),
})
export type TaskDetail = Static<typeof TaskDetail>

/** One thing that happened; `changes` hold the values before and after, `text` is in the reader's language. */
export const HistoryEntry = Type.Object({
  id: Id,
  at: Timestamp,
  type: Type.String(),
  actor: Author,
  text: Type.String(),
  changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
})
export type HistoryEntry = Static<typeof HistoryEntry>

export const TaskSummary = Type.Object({
  total: Count,
  byStatus: Type.Object({ OPEN: Count, IN_PROGRESS: Count, DONE: Count }),
  byPriority: Type.Object({ LOW: Count, MEDIUM: Count, HIGH: Count, URGENT: Count }),
  overdue: Count,
  /** due today in the tenant's time zone and not done */
  dueToday: Count,
  /** not done and the caller's own, whatever status and assignee are asked for; a key has none */
  mine: Count,
  /** not done and nobody's, whatever status and assignee are asked for */
  unassigned: Count,
  buildings: Type.Array(BuildingRef),
  /** at most 20, matching `amenityQ` */
  amenities: Type.Array(
    Type.Object({ id: Id, name: Type.String(), building: BuildingRef, location: Nullable(Type.String()) }),
  ),
  /** of amenities, in their order; the name of a built-in one is spelled in each reader's language by its code */
  types: Type.Array(Type.Object({ code: Code, name: Type.String(), builtIn: Type.Boolean() })),
  /** whom the caller may filter by or assign */
  assignees: Type.Array(Assignee),
})
export type TaskSummary = Static<typeof TaskSummary>

/** One result per id or operation, in the order sent. */
export const BulkResult = Type.Object({
  id: Id,
  clientId: Type.Optional(Type.String()),
  ok: Type.Boolean(),
  /** of the task after it, where `versions` were sent */
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  code: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  /** what of the input it is about, as in `details` of a refusal: `body.status`, or `id` for the task itself */
  path: Type.Optional(Type.String()),
})
export type BulkResult = Static<typeof BulkResult>

export const BlockInput = Type.Object({
  reason: BlockReason,
  until: Type.Optional(Nullable(InstantInput)),
  note: Type.Optional(LongText(500)),
})
export type BlockInput = Static<typeof BlockInput>

/** One of the three; all null or absent for nobody. */
export const AssigneeInput = Type.Object({
  userId: Type.Optional(Nullable(Id)),
  operatorId: Type.Optional(Nullable(Id)),
  companyId: Type.Optional(Nullable(Id)),
})
export type AssigneeInput = Static<typeof AssigneeInput>

/** The whole list replaces the one before; an item without id is new. */
export const ChecklistInput = Type.Array(
  Type.Object({ id: Type.Optional(Id), text: Line(200), done: Type.Optional(Type.Boolean()) }),
  { maxItems: 50 },
)
export type ChecklistInput = Static<typeof ChecklistInput>
