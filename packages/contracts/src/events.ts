/**
 * Domain events: name → payload. Thin: ids and the values before and after; subscribers read the rest.
 * Names that start with `internal.` never leave the service (no webhook, no live stream).
 */
import { type Static, type TSchema, Type } from 'typebox'
import { Rating } from './feedback.ts'
import { Nullable } from './kit/nullable.ts'
import { Id, Timestamp } from './kit/text.ts'
import { RoleName } from './kit/vocabulary.ts'
import { Code, Count, OperationalState, Priority, ReportState, TaskStatus } from './records.ts'
import { Assignee, BlockReason, TaskSource } from './tasks/records.ts'

const AssigneeKey = Nullable(Type.Pick(Assignee, ['kind', 'id']))
const SlaClock = Type.Enum(['RESPOND', 'RESOLVE'])
const Block = Nullable(Type.Object({ reason: BlockReason, until: Nullable(Timestamp) }))
const change = <S extends TSchema>(value: S) => Type.Object({ from: value, to: value })

const visitorAnswer = Type.Object({ feedbackId: Id, taskIds: Type.Array(Id) })

export const events = {
  'feedback.created': Type.Object({
    feedbackId: Id,
    amenityId: Id,
    buildingId: Id,
    rating: Nullable(Rating),
    issues: Type.Array(Code),
    quarantined: Type.Boolean(),
  }),
  /** joined an open task instead of making a new one */
  'feedback.merged': Type.Object({
    feedbackId: Id,
    taskId: Id,
    category: Nullable(Code),
    reporterCount: Count,
  }),
  /** labels, done or a reply of the team; each with what it was and is */
  'feedback.handled': Type.Object({
    feedbackId: Id,
    changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
  }),
  'feedback.visitor_confirmed': visitorAnswer,
  'feedback.visitor_rejected': visitorAnswer,
  'status.reported': Type.Object({
    reportId: Id,
    itemId: Id,
    amenityId: Id,
    buildingId: Id,
    issue: Nullable(Code),
    report: change(ReportState),
    reports: Count,
    quarantined: Type.Boolean(),
  }),
  'status.changed': Type.Object({
    itemId: Id,
    amenityId: Id,
    buildingId: Id,
    state: change(OperationalState),
    report: change(ReportState),
  }),
  'task.created': Type.Object({
    taskId: Id,
    buildingId: Nullable(Id),
    amenityId: Nullable(Id),
    category: Nullable(Code),
    source: TaskSource,
    priority: Priority,
  }),
  'task.assigned': Type.Object({ taskId: Id, from: AssigneeKey, to: AssigneeKey }),
  'task.status_changed': Type.Object({ taskId: Id, from: TaskStatus, to: TaskStatus }),
  /** also when a block is lifted: `to` is null */
  'task.blocked': Type.Object({ taskId: Id, from: Block, to: Block }),
  /** priority, due time, texts, labels, checklist or what it was merged into; each with what it was and is */
  'task.updated': Type.Object({
    taskId: Id,
    changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
  }),
  'task.reopened': Type.Object({ taskId: Id, from: TaskStatus, to: TaskStatus, reopenCount: Count }),
  'task.deleted': Type.Object({ taskId: Id }),
  'task.note_added': Type.Object({ taskId: Id, noteId: Id, public: Type.Boolean() }),
  'task.escalated': Type.Object({ taskId: Id, ruleId: Id, ruleName: Type.String(), level: Count }),
  'sla.at_risk': Type.Object({ taskId: Id, clock: SlaClock, dueAt: Timestamp }),
  'sla.breached': Type.Object({ taskId: Id, clock: SlaClock, dueAt: Timestamp }),
  /** 30 days before the end of a certificate */
  'operator.certification_expiring': Type.Object({
    operatorId: Id,
    name: Type.String(),
    validUntil: Type.String(),
  }),
  'amenity.created': Type.Object({ amenityId: Id, buildingId: Id }),
  'amenity.updated': Type.Object({
    amenityId: Id,
    buildingId: Id,
    changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
  }),
  'amenity.deleted': Type.Object({ amenityId: Id, buildingId: Id }),
  /** an export of the tenant's data can be downloaded */
  'export.ready': Type.Object({ exportId: Id }),
  /** an export of the tenant's data is to be written */
  'internal.export_requested': Type.Object({ exportId: Id }),
  /**
   * a rule wants people of these roles to be told at once; `taskId` is null where it opens no task. `anew`: its task was of
   * less priority, so who was told of that is told again, and who has it as well
   */
  'internal.alert_raised': Type.Object({
    ruleName: Type.String(),
    feedbackId: Id,
    taskId: Nullable(Id),
    amenityId: Id,
    buildingId: Id,
    category: Code,
    notify: Type.Array(RoleName),
    anew: Type.Optional(Type.Boolean()),
  }),
  /** what a mailing tells is to be counted, then mailed */
  'internal.mailing_issued': Type.Object({ issueId: Id }),
  /** one tenant offers another a grant; whether there is such a tenant is not known yet */
  'internal.grant_offered': Type.Object({
    grantId: Id,
    /** to whom; absent in what a version before wrote */
    slug: Type.Optional(Type.String()),
  }),
  /** of the receiver; `otherId` is the giver */
  'internal.grant_accepted': Type.Object({ grantId: Id, otherId: Id }),
  /** by the side to which it is `direction`; `slug`: whom it was offered to, where nobody has accepted it */
  'internal.grant_ended': Type.Object({
    grantId: Id,
    direction: Type.Enum(['GIVEN', 'RECEIVED']),
    otherId: Nullable(Id),
    slug: Nullable(Type.String()),
  }),
  /** running SLA clocks have followed policies, hours, a place or a company that changed; `lateIds` are those that have moments behind them by that alone */
  'internal.clocks_moved': Type.Object({ taskIds: Type.Array(Id), lateIds: Type.Array(Id) }),
  /**
   * somebody is to be told after the commit; `data` is what the mail of this name is about, ids mostly. `instead`: by
   * mail and not by push, since that was tried and nothing confirmed it
   */
  'internal.mail_requested': Type.Object({
    mail: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown()),
    instead: Type.Optional(Type.Literal(true)),
  }),
} as const

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = Static<(typeof events)[N]>
