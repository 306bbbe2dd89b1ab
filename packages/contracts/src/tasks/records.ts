/** A task and its notes, attachments, SLA clock and history. */

import { type Static, Type } from 'typebox'
import { personal } from '#contracts/kit/personal.ts'
import { Rating } from '../feedback.ts'
import { Nullable } from '../kit/nullable.ts'
import { Id, InstantInput, Line, LongText, Timestamp } from '../kit/text.ts'
import { BuildingContact } from '../places/contact.ts'
import {
  AmenityRef,
  Author,
  BuildingRef,
  Code,
  Count,
  Image,
  Issue,
  OperationalState,
  Person,
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
  name: personal(Type.String()),
})
export type Assignee = Static<typeof Assignee>

/** The clock is paused while a task is on hold; at `until` it resumes by itself. */
export const Blocked = Type.Object({
  reason: BlockReason,
  since: Timestamp,
  until: Nullable(Timestamp),
  note: personal(Nullable(Type.String())),
})
export type Blocked = Static<typeof Blocked>

/** A span of the clock; `reason` says why it is paused: the reason of the hold, or outside of service hours. */
export const SlaInterval = Type.Object({
  from: Timestamp,
  to: Timestamp,
  running: Type.Boolean(),
  reason: Nullable(Type.Enum(['PARTS', 'ACCESS', 'VENDOR', 'VISITOR', 'OTHER', 'OUTSIDE_HOURS', 'HOLIDAY'])),
})
export type SlaInterval = Static<typeof SlaInterval>

/**
 * SLA of reactive work, from its creation or its last reopening. AT_RISK: 75 % of the time to resolve is used, or of
 * the time to respond while nobody has. While PAUSED both deadlines are those at the beginning of the pause.
 */
const slaFields = {
  /** null: the default targets */
  policyId: Nullable(Id),
  /** null if its hours never open */
  respondBy: Nullable(Timestamp),
  resolveBy: Nullable(Timestamp),
  respondedAt: Nullable(Timestamp),
  /** milliseconds on hold, without a hold that has not ended */
  pausedMs: Count,
  state: Type.Enum(['ON_TRACK', 'AT_RISK', 'BREACHED', 'PAUSED', 'MET']),
  /** in this cycle or before a reopening */
  breached: Type.Boolean(),
}
export const Sla = Type.Object(slaFields)
export type Sla = Static<typeof Sla>

/** `intervals`: past and future spans of the clock, up to the later of now and its end; the last 60. */
export const SlaDetail = Type.Object({
  ...slaFields,
  intervals: Type.Array(SlaInterval),
  /** of `policyId`; null: the default targets, or a policy that was deleted */
  policyName: Nullable(Type.String()),
  /** of the building, else the organisation's; the hours are in this zone */
  timeZone: Type.String(),
})
export type SlaDetail = Static<typeof SlaDetail>

/** Finished work is CLAIMED until a visitor, a later rating, a scout or a photo confirms it. */
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
  /** shown on the tracking pages of the visitors who reported it, while the task is done; missing: not shown */
  public: Type.Optional(Type.Boolean()),
  image: Image,
  author: Author,
  createdAt: Timestamp,
}
export const Attachment = Type.Object(attachmentFields)
export type Attachment = Static<typeof Attachment>

export const Note = Type.Object({
  id: Id,
  text: personal(Type.String()),
  /** shown on the tracking pages of the visitors who reported it */
  public: Type.Boolean(),
  /** null: in the service itself */
  source: Nullable(Type.Enum(['SLACK'])),
  author: Author,
  createdAt: Timestamp,
  attachments: personal(Type.Array(Attachment)),
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

/** A rule that was checked when the task was assigned, and why it did or did not match. */
export const RoutingTry = Type.Object({
  ruleId: Id,
  name: Type.String(),
  matched: Type.Boolean(),
  why: Type.String(),
})
export type RoutingTry = Static<typeof RoutingTry>

export const taskFields = {
  id: Id,
  /** increases from 1 in each tenant */
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  description: personal(Type.String()),
  status: TaskStatus,
  priority: Priority,
  source: TaskSource,
  building: Nullable(BuildingRef),
  amenity: Nullable(AmenityRef),
  /** as text, e.g. "Level 2, East" */
  location: Nullable(Type.String()),
  category: Nullable(Code),
  /** in the caller's language */
  categoryName: Nullable(Type.String()),
  skill: Nullable(Code),
  assignee: Nullable(Assignee),
  dueAt: Nullable(Timestamp),
  /** not done and past its due time; without one, past the resolve time of its running SLA clock */
  overdue: Type.Boolean(),
  labels: Type.Array(Type.String()),
  /** what was done: a quick answer in the caller's language, for an API key its code, e.g. REFILLED */
  resolution: Nullable(Type.String()),
  /** as stated by the person who did it */
  minutesSpent: Nullable(Count),
  reporterCount: Count,
  mergedInto: Nullable(Id),
  blocked: Nullable(Blocked),
  checklist: Type.Array(ChecklistItem),
  attachments: personal(Type.Array(Attachment)),
  noteCount: Count,
  sla: Nullable(Sla),
  escalationLevel: Count,
  reopenCount: Count,
  verification: Verification,
  /** a visitor says that it is not fixed, and it has not been finished since */
  rejection: Nullable(Type.Object({ at: Timestamp })),
  /** assignment reason in plain words */
  routing: Nullable(Type.Object({ ruleId: Nullable(Id), reason: Type.String() })),
  createdBy: Author,
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  completedAt: Nullable(Timestamp),
  updatedAt: Timestamp,
  version: Type.Integer({ minimum: 1 }),
  allowed: Type.Array(TaskAction),
  /** its category endangers people; missing where it is shown to no caller */
  safety: Type.Optional(Type.Boolean()),
}

/** A submission of the task. */
export const OriginFeedback = Type.Object({
  id: Id,
  rating: Nullable(Rating),
  comment: personal(Nullable(Type.String())),
  issues: Type.Array(Issue),
  language: Type.String(),
  createdAt: Timestamp,
  images: personal(Type.Array(Image)),
})
export type OriginFeedback = Static<typeof OriginFeedback>

export const Task = Type.Object({
  ...taskFields,
  /** with `with=field`: what a phone keeps of its room and of the last visitors, at most 3, newest first, without images */
  field: Type.Optional(
    Type.Object({
      type: Nullable(Code),
      qrCode: Nullable(Type.String()),
      feedback: Type.Array(OriginFeedback),
    }),
  ),
})
export type Task = Static<typeof Task>

/** A finding of a scout that the task is for. */
export const TaskFinding = Type.Object({
  id: Id,
  severity: Type.Enum(['CRITICAL', 'MAJOR', 'MINOR', 'OBSERVATION']),
  text: personal(Type.String()),
  state: Type.String(),
  scout: Person,
  createdAt: Timestamp,
})
export type TaskFinding = Static<typeof TaskFinding>

/** Of the building; `organisation` is the organisation's own contact, as visitors see it. */
export const Site = Type.Object({
  contact: Nullable(BuildingContact),
  organisation: Nullable(Type.String()),
  accessNote: Nullable(Type.String()),
  hazardNote: Nullable(Type.String()),
})
export type Site = Static<typeof Site>

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
  /** `text`: what that visitor wrote with or after the answer, else the comment of their report */
  rejection: Nullable(Type.Object({ at: Timestamp, text: personal(Nullable(Type.String())) })),
  /** `tried`: the rules that were checked, at most 20 */
  routing: Nullable(
    Type.Object({
      ruleId: Nullable(Id),
      reason: Type.String(),
      tried: Type.Array(RoutingTry),
      /** when it becomes unassigned unless it is started */
      takeBy: Nullable(Timestamp),
    }),
  ),
  sla: Nullable(SlaDetail),
  /** newest first, at most 50; `feedbackCount` is the total */
  feedback: Type.Array(OriginFeedback),
  feedbackCount: Count,
  /** the last 20, oldest first */
  notes: Type.Array(Note),
  /** tasks that were merged into this one */
  merged: Type.Array(TaskRef),
  /** what scouts found; of a mystery visitor by the alias and at 12:00 of the local day */
  findings: Type.Array(TaskFinding),
  /** number of email addresses and phones that follow the outcome */
  followers: Count,
  /** of the building, else the organisation's */
  timeZone: Type.String(),
  /** what whoever goes there needs to know; null without a building */
  site: Type.Optional(Nullable(Site)),
})
export type TaskDetail = Static<typeof TaskDetail>

/** One change; `changes` hold the values before and after, `text` is in the reader's language. */
export const HistoryEntry = Type.Object({
  id: Id,
  at: Timestamp,
  type: Type.String(),
  actor: Author,
  text: personal(Type.String()),
  changes: Type.Array(
    Type.Object({ field: Type.String(), from: personal(Type.Unknown()), to: personal(Type.Unknown()) }),
  ),
})
export type HistoryEntry = Static<typeof HistoryEntry>

export const TaskSummary = Type.Object({
  total: Count,
  byStatus: Type.Object({ OPEN: Count, IN_PROGRESS: Count, DONE: Count }),
  byPriority: Type.Object({ LOW: Count, MEDIUM: Count, HIGH: Count, URGENT: Count }),
  overdue: Count,
  /** due today in the tenant's time zone and not done */
  dueToday: Count,
  /** the caller's own tasks that are not done, whatever the filters of status and assignee; 0 for a key */
  mine: Count,
  /** unassigned tasks that are not done, whatever the filters of status and assignee */
  unassigned: Count,
  buildings: Type.Array(BuildingRef),
  /** at most 20, matching `amenityQ` */
  amenities: Type.Array(
    Type.Object({ id: Id, name: Type.String(), building: BuildingRef, location: Nullable(Type.String()) }),
  ),
  /** of amenities, in their order; built-in ones have the name of the reader's language */
  types: Type.Array(Type.Object({ code: Code, name: Type.String(), builtIn: Type.Boolean() })),
  /** assignees that the caller may filter by or assign */
  assignees: Type.Array(Assignee),
})
export type TaskSummary = Static<typeof TaskSummary>

/** One result for each id or operation, in the order sent. */
export const BulkResult = Type.Object({
  id: Id,
  clientId: Type.Optional(Type.String()),
  ok: Type.Boolean(),
  /** of the task afterwards, if `versions` were sent */
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  code: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  /** the input it is about, as in `details` of a refusal: `body.status`, or `id` for the task itself */
  path: Type.Optional(Type.String()),
  /** name of whoever has the task now, if the caller had a part in it and no longer sees it */
  assignee: Type.Optional(Type.String()),
})
export type BulkResult = Static<typeof BulkResult>

export const BlockInput = Type.Object({
  reason: BlockReason,
  until: Type.Optional(Nullable(InstantInput)),
  note: Type.Optional(LongText(500)),
})
export type BlockInput = Static<typeof BlockInput>

/** One of the three; all null or left out: nobody. */
export const AssigneeInput = Type.Object({
  userId: Type.Optional(Nullable(Id)),
  operatorId: Type.Optional(Nullable(Id)),
  companyId: Type.Optional(Nullable(Id)),
})
export type AssigneeInput = Static<typeof AssigneeInput>

/** Replaces the whole list; an item without id is new. */
export const ChecklistInput = Type.Array(
  Type.Object({ id: Type.Optional(Id), text: Line(200), done: Type.Optional(Type.Boolean()) }),
  { maxItems: 50 },
)
export type ChecklistInput = Static<typeof ChecklistInput>
