/**
 * Domain events: name → payload. Payloads hold ids and the values before and after; subscribers read the rest. Names
 * that start with `internal.` never leave the service (no webhook, no live stream).
 */
import { type Static, type TSchema, Type } from 'typebox'
import { Rating } from './feedback.ts'
import { Nullable } from './kit/nullable.ts'
import { Id, Timestamp } from './kit/text.ts'
import { PlanName, RoleName, TenantStateName } from './kit/vocabulary.ts'
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
  /** joined an open task instead of creating one */
  'feedback.merged': Type.Object({
    feedbackId: Id,
    taskId: Id,
    category: Nullable(Code),
    reporterCount: Count,
  }),
  /** changed labels, done or a reply of the team, with the values before and after */
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
  /** also when a hold is lifted: `to` is then null */
  'task.blocked': Type.Object({ taskId: Id, from: Block, to: Block }),
  /** changed priority, due time, texts, labels, checklist or merge target, with the values before and after */
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
  /** 30 days before a certificate ends */
  'operator.certification_expiring': Type.Object({
    operatorId: Id,
    name: Type.String(),
    validUntil: Type.String(),
  }),
  /** a mystery visitor's are told when the round is submitted */
  'scout.finding_created': Type.Object({ findingId: Id, taskId: Nullable(Id) }),
  'scout.round_submitted': Type.Object({ roundId: Id }),
  'amenity.created': Type.Object({ amenityId: Id, buildingId: Id }),
  'amenity.updated': Type.Object({
    amenityId: Id,
    buildingId: Id,
    changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
  }),
  'amenity.deleted': Type.Object({ amenityId: Id, buildingId: Id }),
  /** a data export can be downloaded */
  'export.ready': Type.Object({ exportId: Id }),
  /** plan or state of the tenant, as told before and after */
  'internal.plan_changed': Type.Object({ plan: change(PlanName), state: change(TenantStateName) }),
  /** something about the tenant's customer at Stripe may have changed */
  'internal.customer_changed': Type.Object({}),
  /** a visitor, a scout or a later rating has seen whether the work of a finished task holds */
  'internal.task_judged': Type.Object({ taskId: Id }),
  /** a note by somebody who had the task before; `taskId` is the task that got it */
  'internal.task_told': Type.Object({ taskId: Id, noteId: Id }),
  /** a member was removed from the team */
  'internal.member_removed': Type.Object({ userId: Id }),
  /** a data export must be written */
  'internal.export_requested': Type.Object({ exportId: Id }),
  /**
   * a rule notifies people of these roles; `taskId` is null if the rule creates no task. `anew`: the task had a lower
   * priority, so people who were already notified, and its assignee, are notified again
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
  /** the figures of a mailing must be counted, then emailed */
  'internal.mailing_issued': Type.Object({ issueId: Id }),
  /** a tenant offers a grant to another, which may not exist */
  'internal.grant_offered': Type.Object({
    grantId: Id,
    /** of the receiver; missing in events of the previous version */
    slug: Type.Optional(Type.String()),
  }),
  /** emitted for the receiver; `otherId` is the giver */
  'internal.grant_accepted': Type.Object({ grantId: Id, otherId: Id }),
  /** emitted for the side that sees it as `direction`; `slug` is the receiver's if the offer was not accepted */
  'internal.grant_ended': Type.Object({
    grantId: Id,
    direction: Type.Enum(['GIVEN', 'RECEIVED']),
    otherId: Nullable(Id),
    slug: Nullable(Type.String()),
  }),
  /**
   * running SLA clocks changed because of policies, hours, a place or a company; `lateIds` are late only because of
   * that
   */
  'internal.clocks_moved': Type.Object({ taskIds: Type.Array(Id), lateIds: Type.Array(Id) }),
  /**
   * an email must be sent after the commit; `data` is what it is about, mostly ids. `instead`: by email and not by
   * push, because no device confirmed the push
   */
  'internal.mail_requested': Type.Object({
    mail: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown()),
    instead: Type.Optional(Type.Literal(true)),
  }),
} as const

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = Static<(typeof events)[N]>
