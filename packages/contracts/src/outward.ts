/**
 * Outbound events of webhooks and live stream: name → the record as in the API, with its changes. They contain nothing
 * that a visitor wrote, no email address, and no link to a photo.
 */
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { FeedbackItem } from './dashboard.ts'
import { DataExport } from './data-export.ts'
import type { EventName } from './events.ts'
import { Nullable } from './kit/nullable.ts'
import { DateOnly, Id, Timestamp } from './kit/text.ts'
import { Operator as OperatorRecord } from './operator/records.ts'
import { Amenity as AmenityRecord } from './places/amenities.ts'
import { AmenityRef, Author, BuildingRef, Code, Count, Person, TaskRef } from './records.ts'
import { Finding } from './scout/findings.ts'
import { roundFields } from './scout/rounds.ts'
import { StatusItem as ItemRecord } from './status/items.ts'
import { taskFields } from './tasks/records.ts'

/** Values before and after of each changed field. */
const Changes = Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() }))
export type OutwardChange = Static<typeof Changes>[number]

/** A record that was erased before its event was sent has its id only. */
const recordData = <R extends TProperties, P extends TProperties>(record: TObject<R>, more: P) =>
  Type.Object({ id: Id, ...Type.Partial(record).properties, ...more, changes: Changes })

const { attachments: _photos, allowed: _allowed, ...taskShown } = taskFields
export const OutwardTask = Type.Object(taskShown)
export type OutwardTask = Static<typeof OutwardTask>

const {
  comment: _comment,
  images: _images,
  issues: _issues,
  hidden: _hidden,
  ...feedbackShown
} = FeedbackItem.properties
export const OutwardFeedback = Type.Object({
  ...feedbackShown,
  issues: Type.Array(Type.Object({ code: Code, name: Type.String() })),
  /** whether there is a comment; the comment itself is in the API and on the screen */
  hasComment: Type.Boolean(),
  photos: Count,
})
export type OutwardFeedback = Static<typeof OutwardFeedback>

export const OutwardStatusItem = Type.Object({
  ...ItemRecord.properties,
  amenity: AmenityRef,
  building: BuildingRef,
})
export type OutwardStatusItem = Static<typeof OutwardStatusItem>

export const OutwardOperator = Type.Pick(OperatorRecord, [
  'id',
  'name',
  'companyId',
  'companyName',
  'skills',
  'version',
])
export type OutwardOperator = Static<typeof OutwardOperator>

const { url: _url, urlExpiresAt: _until, ...exportFields } = DataExport.properties
export const OutwardExport = Type.Object(exportFields)
export type OutwardExport = Static<typeof OutwardExport>

/** By whom: a mystery visitor by the alias, and at noon. */
export const OutwardFinding = Type.Object({
  ...Type.Pick(Finding, [
    'id',
    'amenity',
    'round',
    'category',
    'categoryName',
    'severity',
    'text',
    'state',
    'joined',
    'createdAt',
    'version',
  ]).properties,
  building: BuildingRef,
  scout: Person,
})
export type OutwardFinding = Static<typeof OutwardFinding>

const { note: _note, reason: _reason, returned: _returned, ...roundShown } = roundFields
export const OutwardRound = Type.Object(roundShown)
export type OutwardRound = Static<typeof OutwardRound>

const aboutTask = <P extends TProperties>(more: P) => recordData(OutwardTask, more)
const aboutFeedback = <P extends TProperties>(more: P) => recordData(OutwardFeedback, more)
const aboutItem = <P extends TProperties>(more: P) => recordData(OutwardStatusItem, more)
const aboutAmenity = recordData(AmenityRecord, {})
const Clock = Type.Object({ name: Type.Enum(['RESPOND', 'RESOLVE']), dueAt: Timestamp })

const about = <D extends TObject>(summary: string, data: D) => ({ summary, data })

export const outward = {
  'feedback.created': about('A visitor gave feedback', aboutFeedback({})),
  'feedback.merged': about(
    'Feedback joined an open task',
    aboutFeedback({ taskId: Id, reporterCount: Count }),
  ),
  'feedback.handled': about(
    'The team labelled or answered feedback, or marked it as done',
    aboutFeedback({}),
  ),
  'feedback.visitor_confirmed': about(
    'A visitor says that it is fixed',
    aboutFeedback({ taskIds: Type.Array(Id) }),
  ),
  'feedback.visitor_rejected': about(
    'A visitor says that it is not fixed; the tasks are reopened',
    aboutFeedback({ taskIds: Type.Array(Id) }),
  ),
  'status.reported': about(
    'A visitor reported something on a status page',
    aboutItem({ reportId: Id, issue: Nullable(Code) }),
  ),
  'status.changed': about('The state or the report of a status item changed', aboutItem({})),
  'task.created': about('A task was created', aboutTask({})),
  'task.assigned': about('A task was assigned, or became unassigned', aboutTask({})),
  'task.status_changed': about('A task was started, finished or reset to open', aboutTask({})),
  'task.blocked': about('A task was put on hold, or its hold was lifted', aboutTask({})),
  'task.updated': about(
    'Priority, due time, texts, labels or checklist of a task changed, or it was merged into another',
    aboutTask({}),
  ),
  'task.reopened': about('A finished task was reopened', aboutTask({})),
  'task.deleted': about('A task was deleted; the event has only its id', aboutTask({})),
  'task.escalated': about(
    'An escalation rule acted on a task',
    aboutTask({ rule: Type.Object({ id: Id, name: Type.String() }), level: Count }),
  ),
  'task.note_added': about(
    'A note was added to a task',
    aboutTask({
      note: Type.Object({
        id: Id,
        text: Nullable(Type.String()),
        public: Type.Boolean(),
        author: Nullable(Author),
      }),
    }),
  ),
  'sla.at_risk': about('An SLA clock has used 75 % of its time', aboutTask({ clock: Clock })),
  'sla.breached': about('An SLA deadline was breached', aboutTask({ clock: Clock })),
  'operator.certification_expiring': about(
    'A certificate expires in 30 days',
    recordData(OutwardOperator, {
      certification: Type.Object({ name: Type.String(), validUntil: DateOnly }),
    }),
  ),
  'scout.finding_created': about(
    'A scout found something',
    Type.Object({ id: Id, finding: Nullable(OutwardFinding), task: Nullable(TaskRef), changes: Changes }),
  ),
  'scout.round_submitted': about(
    'A scout submitted a round of inspections',
    Type.Object({ id: Id, round: Nullable(OutwardRound), changes: Changes }),
  ),
  'amenity.created': about('An amenity was created', aboutAmenity),
  'amenity.updated': about('An amenity was changed', aboutAmenity),
  'amenity.deleted': about('An amenity was deleted or archived', aboutAmenity),
  'export.ready': about('A data export can be downloaded', recordData(OutwardExport, {})),
  'webhook.test': about(
    'A test of this webhook was requested',
    Type.Object({ id: Id, url: Type.String(), changes: Changes }),
  ),
} as const satisfies Partial<Record<EventName | 'webhook.test', ReturnType<typeof about>>>

export type OutwardName = keyof typeof outward
/** Events that happen; `webhook.test` is only sent on request. */
export type ShownName = Exclude<OutwardName, 'webhook.test'>
export const outwardNames = Object.keys(outward) as OutwardName[]
export const OutwardName = Type.Enum([...outwardNames])
/** Payload of an event; `id` is that of the record. */
export type Outward<N extends OutwardName = OutwardName> = Static<(typeof outward)[N]['data']>

/** Whether the event leaves the service. */
export const isShown = (name: string): name is ShownName =>
  Object.hasOwn(outward, name) && name !== 'webhook.test'

/** The body of a webhook. */
export const envelopeOf = <D extends TObject>(type: string, data: D) =>
  Type.Object({
    /** of the event; the same in every attempt and in `webhook-id` */
    id: Id,
    type: Type.Enum([type]),
    createdAt: Timestamp,
    tenantId: Id,
    data,
  })
