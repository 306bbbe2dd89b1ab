/** What a person has chosen for themselves. */
import { type Static, Type } from 'typebox'
import { Nullable } from './kit/nullable.ts'
import { Exact, Id, Line, Timestamp } from './kit/text.ts'
import { Count } from './records.ts'

export const themes = ['LIGHT', 'DARK', 'SYSTEM'] as const
export const Theme = Type.Enum([...themes])
export type Theme = Static<typeof Theme>

/** HH:MM of the day, 00:00 to 23:59. */
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** In the person's time zone, else the organisation's; `to` before `from` is the next morning. */
export const QuietHours = Type.Object({ from: TimeOfDay, to: TimeOfDay })
export type QuietHours = Static<typeof QuietHours>

/** Kinds of news that a person may do without. Links that were asked for and warnings of the own account always come. */
export const notificationKinds = ['taskAssigned', 'taskNew', 'urgentTask', 'alert', 'wish', 'digest'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationChannels = ['mail', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/**
 * Both: by push, and by mail where no device has confirmed it within ten minutes or there is none. `push` alone: by
 * push or not at all. `mail` alone: by mail. Neither: not at all.
 */
const Channels = Type.Object({ mail: Type.Boolean(), push: Type.Boolean() })
export const NotificationSettings = Type.Object({
  /** a task is theirs now */
  taskAssigned: Channels,
  /** a task that they may take */
  taskNew: Channels,
  /** an urgent task that they lead, or one of which nobody could be told */
  urgentTask: Channels,
  /** an alert rule that opens no task */
  alert: Channels,
  /** what they wish to hear of, in so far as each wish has the way too */
  wish: Channels,
  /** each morning, what moved the day before: to those who lead; by mail alone */
  digest: Channels,
})
export type NotificationSettings = Static<typeof NotificationSettings>

const ChosenChannels = Type.Optional(Type.Partial(Channels))
/** What is left out stays as it is. */
export const NotificationChoices = Type.Object({
  taskAssigned: ChosenChannels,
  taskNew: ChosenChannels,
  urgentTask: ChosenChannels,
  alert: ChosenChannels,
  wish: ChosenChannels,
  digest: ChosenChannels,
})
export type NotificationChoices = Static<typeof NotificationChoices>

/** A device that shows notifications, without what sending to it takes. */
export const PushSubscription = Type.Object({
  id: Id,
  /** e.g. "Firefox, Android" */
  device: Nullable(Type.String()),
  createdAt: Timestamp,
  /** when it last confirmed a notification */
  lastReceiptAt: Nullable(Timestamp),
  /** it belongs to the session that asks */
  current: Type.Boolean(),
})
export type PushSubscription = Static<typeof PushSubscription>

/** As `PushManager.subscribe` of the browser gives it. */
export const NewPushSubscription = Type.Object({
  /** https, at the browser's push service */
  endpoint: Exact(2000),
  /** base64url: a point of P-256 (87 characters), and 16 random bytes (22) */
  keys: Type.Object({ p256dh: Exact(100), auth: Exact(40) }),
})
export type NewPushSubscription = Static<typeof NewPushSubscription>

export const TestNotification = Type.Object({
  /** by mail where no device has notifications on */
  by: Type.Enum(['PUSH', 'MAIL']),
  /** to how many devices */
  devices: Count,
})
export type TestNotification = Static<typeof TestNotification>

const viewFields = {
  name: Line(80),
  /** e.g. tasks */
  screen: Line(60),
  /** the filters as the screen's address has them, without `?`; may be empty */
  query: Line(2000, 0),
}

/** What of it is new shall be told: at most five views of a person, of the screens `feedback` and `tasks`. */
const alertFields = {
  /** as the list endpoint of the screen takes them (`savedSearchFilterNames`), without `?`; empty: all that is new */
  filters: Line(2000, 0),
  /** at least one of them */
  mail: Type.Boolean(),
  push: Type.Boolean(),
}
export const SavedSearchAlert = Type.Object({
  ...alertFields,
  since: Timestamp,
  /** false: the service does not know such filters any more, and tells nothing */
  valid: Type.Boolean(),
})
export type SavedSearchAlert = Static<typeof SavedSearchAlert>
export const SavedSearchAlertInput = Type.Object(alertFields)
export type SavedSearchAlertInput = Static<typeof SavedSearchAlertInput>

export const SavedView = Type.Object({ id: Id, ...viewFields, tell: Nullable(SavedSearchAlert) })
export type SavedView = Static<typeof SavedView>
/** `tell` left out stays as it is; null: nothing is told any more. */
export const SavedViewInput = Type.Object({
  id: Type.Optional(Id),
  ...viewFields,
  tell: Type.Optional(Nullable(SavedSearchAlertInput)),
})
export type SavedViewInput = Static<typeof SavedViewInput>
