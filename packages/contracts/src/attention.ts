/** What somebody should look at now: each attention item with its reason, and what whoever reads may do about it. */
import { type Static, Type } from 'typebox'
import { Nullable } from './kit/nullable.ts'
import { Id, Timestamp } from './kit/text.ts'
import { AmenityRef, BuildingRef, Count } from './records.ts'

/**
 * What to do, the most urgent first.
 * HELP        somebody is to be sent now
 * NOT_FIXED   a visitor says so of work that was done; nobody has taken it since
 * LATE        a time that was agreed is past
 * ASSIGN      nobody has it
 * PLACES      a place is out of order, or rated worse than before
 * REPLY       visitors wait for a word
 * UPKEEP      what makes the service work: duty, certificates, stickers, webhooks, mailings, time zones
 */
export const attentionGroups = ['HELP', 'NOT_FIXED', 'LATE', 'ASSIGN', 'PLACES', 'REPLY', 'UPKEEP'] as const
export type AttentionGroup = (typeof attentionGroups)[number]

/**
 * What ends the item, or begins its end.
 * ASSIGN       POST /api/tasks/:id/assign
 * SET_DUE      PATCH /api/tasks/:id with `dueAt`
 * FINISH       PATCH /api/tasks/:id/status
 * REPLY        POST /api/tasks/:id/notes with `public`; where `subjectId` is null a task of the submission comes first
 * MAKE_TASK    POST /api/tasks for the amenity
 * WORKS_AGAIN  POST /api/admin/status-items/:id/state; `subjectId` is the item
 * LINK_CODE    PUT /api/admin/qr-codes/:code
 * NEW_CODE     POST /api/admin/amenities/:id/qr-code/rotate
 * RENEW        PUT /api/operator/operators/:id/certifications; `subjectId` is the certificate
 * COVER        PUT /api/operator/operators/:id/shifts, for `since` to `until`
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
    'MAILING',
    'SCHEDULE',
    'ORGANISATION',
  ]),
  /** of the record; of a QR code its code */
  id: Type.String(),
  /** of a submission what the visitor wrote, at most 120 characters */
  name: Type.String(),
  /** why, in plain words; as `suggestion` and `text` in German to people who read German, else in English */
  reason: Type.String(),
  /** of what is still to come its beginning */
  since: Timestamp,
  building: Nullable(BuildingRef),
  /** what to do about it, in plain words */
  suggestion: Nullable(Type.String()),
  group: Type.Enum([...attentionGroups]),
  amenity: Nullable(AmenityRef),
  /** the floor of the amenity, else where it stands; null where nobody said */
  floor: Nullable(Type.String()),
  /** what whoever asks may do about it, the best first; empty: it is for others */
  acts: Type.Array(AttentionAct),
  /** the other record that an act changes: the task behind a submission, a certificate, a status item */
  subjectId: Nullable(Id),
  /** when what is meant ends: of a gap on duty; else null */
  until: Nullable(Timestamp),
})
export type AttentionItem = Static<typeof AttentionItem>

/** How many there are of each group in which there is anything, in the order of the groups. */
export const AttentionCount = Type.Object({ group: Type.Enum([...attentionGroups]), count: Count })
