/**
 * Events as they leave the service, by webhook and by live stream: name → the record as the API shows it, with what
 * changed. Nothing that a visitor wrote and no e-mail address is in them, and no link that opens a photo.
 */
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { FeedbackItem } from './dashboard.ts'
import { DataExport } from './data-export.ts'
import type { EventName } from './events.ts'
import { Nullable } from './kit/nullable.ts'
import { DateOnly, Id, Timestamp } from './kit/text.ts'
import { Operator as OperatorRecord } from './operator/records.ts'
import { Amenity as AmenityRecord } from './places/amenities.ts'
import { AmenityRef, Author, BuildingRef, Code, Count } from './records.ts'
import { StatusItem as ItemRecord } from './status/items.ts'
import { taskFields } from './tasks/records.ts'

/** What was and what is, of each field that changed; empty where nothing did. */
const Changes = Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() }))
export type OutwardChange = Static<typeof Changes>[number]

/** A record that was erased before its event was told: its id alone. */
const shown = <R extends TProperties, P extends TProperties>(record: TObject<R>, more: P) =>
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
  /** whether the visitor wrote something; it is read in the API and on the screen */
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

const { url: _url, urlExpiresAt: _until, ...exportShown } = DataExport.properties
export const OutwardExport = Type.Object(exportShown)
export type OutwardExport = Static<typeof OutwardExport>

const aboutTask = <P extends TProperties>(more: P) => shown(OutwardTask, more)
const aboutFeedback = <P extends TProperties>(more: P) => shown(OutwardFeedback, more)
const aboutItem = <P extends TProperties>(more: P) => shown(OutwardStatusItem, more)
const aboutAmenity = shown(AmenityRecord, {})
const Clock = Type.Object({ name: Type.Enum(['RESPOND', 'RESOLVE']), dueAt: Timestamp })

const about = <D extends TObject>(summary: string, data: D) => ({ summary, data })

export const outward = {
  'feedback.created': about('A visitor gave feedback', aboutFeedback({})),
  'feedback.merged': about(
    'Feedback joined a task that is open already',
    aboutFeedback({ taskId: Id, reporterCount: Count }),
  ),
  'feedback.handled': about('The team labelled, settled or answered feedback', aboutFeedback({})),
  'feedback.visitor_confirmed': about(
    'A visitor says that it is fixed',
    aboutFeedback({ taskIds: Type.Array(Id) }),
  ),
  'feedback.visitor_rejected': about(
    'A visitor says that it is not fixed; its tasks are open again',
    aboutFeedback({ taskIds: Type.Array(Id) }),
  ),
  'status.reported': about(
    'A visitor reported something on a status page',
    aboutItem({ reportId: Id, issue: Nullable(Code) }),
  ),
  'status.changed': about('A status item changed its state or what is reported of it', aboutItem({})),
  'task.created': about('A task was opened', aboutTask({})),
  'task.assigned': about('A task went to somebody, or back to the pool', aboutTask({})),
  'task.status_changed': about('A task was begun, finished or put back', aboutTask({})),
  'task.blocked': about('A task was blocked or is no longer blocked', aboutTask({})),
  'task.updated': about(
    'Priority, due time, texts, labels or checklist of a task changed, or it was merged into another',
    aboutTask({}),
  ),
  'task.reopened': about('A task that was done is open again', aboutTask({})),
  'task.deleted': about('A task was deleted; its id is told, and nothing else', aboutTask({})),
  'task.escalated': about(
    'An escalation rule acted on a task',
    aboutTask({ rule: Type.Object({ id: Id, name: Type.String() }), level: Count }),
  ),
  'task.note_added': about(
    'Somebody of the team wrote a note',
    aboutTask({
      note: Type.Object({
        id: Id,
        text: Nullable(Type.String()),
        public: Type.Boolean(),
        author: Nullable(Author),
      }),
    }),
  ),
  'sla.at_risk': about('Three quarters of the time of a clock are used', aboutTask({ clock: Clock })),
  'sla.breached': about('The time of a clock is over', aboutTask({ clock: Clock })),
  'operator.certification_expiring': about(
    'A certificate ends in 30 days',
    shown(OutwardOperator, { certification: Type.Object({ name: Type.String(), validUntil: DateOnly }) }),
  ),
  'amenity.created': about('An amenity was created', aboutAmenity),
  'amenity.updated': about('An amenity was changed', aboutAmenity),
  'amenity.deleted': about('An amenity was deleted or archived', aboutAmenity),
  'export.ready': about('An export of the data can be downloaded', shown(OutwardExport, {})),
  'webhook.test': about(
    'Somebody asked for a test of this webhook',
    Type.Object({ id: Id, url: Type.String(), changes: Changes }),
  ),
} as const satisfies Partial<Record<EventName | 'webhook.test', ReturnType<typeof about>>>

export type OutwardName = keyof typeof outward
/** Those that happen; a test of a webhook is only sent. */
export type ShownName = Exclude<OutwardName, 'webhook.test'>
export const outwardNames = Object.keys(outward) as OutwardName[]
export const OutwardName = Type.Enum([...outwardNames])
/** What is told of an event; `id` is that of the record. */
export type Outward<N extends OutwardName = OutwardName> = Static<(typeof outward)[N]['data']>

/** Whether it leaves the service at all. */
export const isShown = (name: string): name is ShownName =>
  Object.hasOwn(outward, name) && name !== 'webhook.test'

/** The body of a webhook. */
export const envelopeOf = <D extends TObject>(type: string, data: D) =>
  Type.Object({
    /** of the event; the same in every try and in `webhook-id` */
    id: Id,
    type: Type.Enum([type]),
    createdAt: Timestamp,
    tenantId: Id,
    data,
  })
