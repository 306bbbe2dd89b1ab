/** Attention items of Today: each with its reason and the actions that the caller may take. */
import { type Static, Type } from 'typebox'
import { Nullable } from './kit/nullable.ts'
import { personal } from './kit/personal.ts'
import { Id, Timestamp } from './kit/text.ts'
import { AmenityRef, BuildingRef, Count, Priority } from './records.ts'

/**
 * In order of urgency.
 * HELP        somebody must be sent now
 * NOT_FIXED   a visitor says that finished work is not fixed, and nobody has started it since
 * LATE        an agreed time has passed
 * ASSIGN      unassigned
 * PLACES      an amenity is out of order, or rated worse than before
 * REPLY       visitors wait for a reply
 * UPKEEP      what keeps the service working: duty, certificates, stickers, webhooks, Slack, mailings, rounds, time zones
 */
export const attentionGroups = ['HELP', 'NOT_FIXED', 'LATE', 'ASSIGN', 'PLACES', 'REPLY', 'UPKEEP'] as const
export type AttentionGroup = (typeof attentionGroups)[number]

/**
 * What resolves the item, or starts to.
 * ASSIGN       POST /api/tasks/:id/assign
 * SET_DUE      PATCH /api/tasks/:id with `dueAt`
 * FINISH       PATCH /api/tasks/:id/status
 * REPLY        POST /api/dashboard/feedback/bulk with `reply` for a submission, POST /api/tasks/:id/notes with `public`
 *              for a task
 * MAKE_TASK    POST /api/tasks for the amenity
 * WORKS_AGAIN  POST /api/admin/status-items/:id/state; `subjectId` is the item
 * LINK_CODE    PUT /api/admin/qr-codes/:code
 * NEW_CODE     POST /api/admin/amenities/:id/qr-code/rotate
 * RENEW        PUT /api/operator/operators/:id/certifications; `subjectId` is the certificate
 * COVER        PUT /api/operator/operators/:id/shifts, from `since` to `until`
 * TRY_WEBHOOK, PAUSE_WEBHOOK, SWITCH_ON   of /api/admin/webhooks/:id
 * RESUME_MAILING, PAUSE_MAILING   PATCH /api/sharing/schedules/:id with `state`
 */
export const attentionActs = [
  'ASSIGN',
  'SET_DUE',
  'FINISH',
  'REPLY',
  'MAKE_TASK',
  'WORKS_AGAIN',
  'LINK_CODE',
  'NEW_CODE',
  'RENEW',
  'COVER',
  'TRY_WEBHOOK',
  'PAUSE_WEBHOOK',
  'SWITCH_ON',
  'RESUME_MAILING',
  'PAUSE_MAILING',
] as const
export const AttentionAct = Type.Enum([...attentionActs])
export type AttentionAct = Static<typeof AttentionAct>

export const AttentionItem = Type.Object({
  kind: Type.Enum([
    'TASK',
    'AMENITY',
    'BUILDING',
    'QR_CODE',
    'FEEDBACK',
    'OPERATOR',
    'WEBHOOK',
    'SLACK',
    'MAILING',
    'SCHEDULE',
    'ROUND',
    'ORGANISATION',
  ]),
  /** of the record; for a QR code its code */
  id: Type.String(),
  /** for a submission the visitor's comment, at most 120 characters */
  name: Type.String(),
  /** in plain words; like `suggestion` and `text` in German for readers of German, else in English */
  reason: Type.String(),
  /** for something in the future its beginning */
  since: Timestamp,
  building: Nullable(BuildingRef),
  /** in plain words */
  suggestion: Nullable(Type.String()),
  group: Type.Enum([...attentionGroups]),
  amenity: Nullable(AmenityRef),
  /** floor of the amenity, else its location; null if neither is known */
  floor: Nullable(Type.String()),
  /** actions that the caller may take, best first; empty: others must act */
  acts: Type.Array(AttentionAct),
  /** the other record that an action changes: the task of a submission, a certificate, a status item */
  subjectId: Nullable(Id),
  /** end of a gap on duty; otherwise null */
  until: Nullable(Timestamp),
  /** of a task; otherwise null */
  priority: Nullable(Priority),
  /** name of who has the task; null: nobody, or no task */
  assignee: personal(Nullable(Type.String())),
})
export type AttentionItem = Static<typeof AttentionItem>

/**
 * Number of items in each group that has any, in the order of the groups; of LATE and ASSIGN the number of tasks that
 * the task list finds as overdue and as unassigned.
 */
export const AttentionCount = Type.Object({ group: Type.Enum([...attentionGroups]), count: Count })
