/** Preferences of a person. */
import { type Static, Type } from 'typebox'
import { Nullable } from './kit/nullable.ts'
import { personal } from './kit/personal.ts'
import { Exact, Id, Line, Timestamp } from './kit/text.ts'
import { Count } from './records.ts'

export const themes = ['LIGHT', 'DARK', 'SYSTEM'] as const
export const Theme = Type.Enum([...themes])
export type Theme = Static<typeof Theme>

/** HH:MM, 00:00 to 23:59. */
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** In the person's time zone, else the organisation's; a `to` before `from` is on the next day. */
export const QuietHours = Type.Object({ from: TimeOfDay, to: TimeOfDay })
export type QuietHours = Static<typeof QuietHours>

/**
 * Kinds of notifications that a person can switch off. Requested links and warnings about one's own account always
 * come.
 */
export const notificationKinds = [
  'taskAssigned',
  'taskNew',
  'urgentTask',
  'sla',
  'alert',
  'wish',
  'arena',
  'digest',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationChannels = ['mail', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/**
 * Both: by push, and by email if no device confirms within ten minutes or there is none. `push` only: by push or not
 * at all. `mail` only: by email. Neither: not at all.
 */
const Channels = Type.Object({ mail: Type.Boolean(), push: Type.Boolean() })
export const NotificationSettings = Type.Object({
  /** a task was assigned to them */
  taskAssigned: Channels,
  /** a task that they may claim */
  taskNew: Channels,
  /** an urgent task for those who lead, or one about which nobody could be notified */
  urgentTask: Channels,
  /** escalation rules and SLA; until it is chosen: as `taskAssigned` for one's own tasks, else as `urgentTask` */
  sla: Channels,
  /** an alert rule that creates no task */
  alert: Channels,
  /** saved-search alerts; each alert must allow the channel as well */
  wish: Channels,
  /** thanks, and decisions about one's own dispute or reward; by push only, never about points that were lost */
  arena: Channels,
  /** each morning, what changed the day before; for managers and administrators, by email only */
  digest: Channels,
})
export type NotificationSettings = Static<typeof NotificationSettings>

const ChosenChannels = Type.Optional(Type.Partial(Channels))
/** A field that is left out stays unchanged. */
export const NotificationChoices = Type.Object({
  taskAssigned: ChosenChannels,
  taskNew: ChosenChannels,
  urgentTask: ChosenChannels,
  sla: ChosenChannels,
  alert: ChosenChannels,
  wish: ChosenChannels,
  arena: ChosenChannels,
  digest: ChosenChannels,
})
export type NotificationChoices = Static<typeof NotificationChoices>

/** A device with notifications, without the data needed to send to it. */
export const PushSubscription = Type.Object({
  id: Id,
  /** e.g. "Firefox, Android" */
  device: Nullable(Type.String()),
  createdAt: Timestamp,
  /** when it last confirmed a notification */
  lastReceiptAt: Nullable(Timestamp),
  /** belongs to the current session */
  current: Type.Boolean(),
})
export type PushSubscription = Static<typeof PushSubscription>

/** The value of the browser's `PushManager.subscribe`. */
export const NewPushSubscription = Type.Object({
  /** https address of the browser's push service */
  endpoint: Exact(2000),
  /** base64url: a P-256 point (87 characters), and 16 random bytes (22) */
  keys: Type.Object({ p256dh: Exact(100), auth: Exact(40) }),
})
export type NewPushSubscription = Static<typeof NewPushSubscription>

export const connectionNameAtMost = 40

export const NewConnection = Type.Object({
  name: Line(connectionNameAtMost),
  /** also create tasks, add notes and set the status; default: only read */
  write: Type.Boolean({ default: false }),
})
export type NewConnection = Static<typeof NewConnection>

/** A programme that acts as the person, such as an AI assistant by MCP; its token was shown once. */
export const PersonalConnection = Type.Object({
  id: Id,
  name: personal(Type.String()),
  write: Type.Boolean(),
  lastFour: Type.String(),
  createdAt: Timestamp,
  /** 90 days later; one that has expired is refused */
  expiresAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
})
export type PersonalConnection = Static<typeof PersonalConnection>

/**
 * `add`: at most five, the sixth is a CONFLICT; `newConnection` of the answer has the token. `end`: the id of one's own,
 * an administrator's also of others; any other is NOT_FOUND
 */
export const ConnectionChanges = Type.Object({
  add: Type.Optional(NewConnection),
  end: Type.Optional(Id),
})

/** What the answer about the current user has of connections. */
export const connectionsOfMe = {
  /** programmes that act as this person, newest first */
  connections: Type.Array(PersonalConnection),
  /** those of everybody, for administrators who ask for them; newest first, at most 500 */
  teamConnections: Type.Optional(
    Type.Array(
      Type.Object({
        ...PersonalConnection.properties,
        user: Type.Object({ id: Id, name: personal(Type.String()) }),
      }),
    ),
  ),
  /** only in the answer that adds it: the token is shown once */
  newConnection: Type.Optional(Type.Object({ id: Id, token: Type.String() })),
}

export const TestNotification = Type.Object({
  /** by email if no device has notifications */
  by: Type.Enum(['PUSH', 'MAIL']),
  /** number of devices */
  devices: Count,
})
export type TestNotification = Static<typeof TestNotification>

const viewFields = {
  name: Line(80),
  /** e.g. tasks */
  screen: Line(60),
  /** query string of the screen without `?`; may be empty */
  query: Line(2000, 0),
}

/** Notification of new rows: at most five views of a person, of the screens `feedback` and `tasks`. */
const alertFields = {
  /** filters of the screen's list endpoint (`savedSearchFilterNames`), without `?`; empty: all new rows */
  filters: Line(2000, 0),
  /** at least one of them */
  mail: Type.Boolean(),
  push: Type.Boolean(),
}
export const SavedSearchAlert = Type.Object({
  ...alertFields,
  since: Timestamp,
  /** false: the service no longer knows these filters, and the alert is off */
  valid: Type.Boolean(),
})
export type SavedSearchAlert = Static<typeof SavedSearchAlert>
export const SavedSearchAlertInput = Type.Object(alertFields)
export type SavedSearchAlertInput = Static<typeof SavedSearchAlertInput>

export const SavedView = Type.Object({ id: Id, ...viewFields, tell: Nullable(SavedSearchAlert) })
export type SavedView = Static<typeof SavedView>
/** `tell` left out stays unchanged; null switches the alert off. */
export const SavedViewInput = Type.Object({
  id: Type.Optional(Id),
  ...viewFields,
  tell: Type.Optional(Nullable(SavedSearchAlertInput)),
})
export type SavedViewInput = Static<typeof SavedViewInput>
