/** What a person has chosen for themselves. */
import { type Static, Type } from 'typebox'
import { Id, Line } from './kit/text.ts'

export const themes = ['LIGHT', 'DARK', 'SYSTEM'] as const
export const Theme = Type.Enum([...themes])
export type Theme = Static<typeof Theme>

/** HH:MM of the day, 00:00 to 23:59. */
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** In the person's time zone, else the organisation's; `to` before `from` is the next morning. */
export const QuietHours = Type.Object({ from: TimeOfDay, to: TimeOfDay })
export type QuietHours = Static<typeof QuietHours>

/** Kinds of mail that a person may do without. Links that were asked for and warnings of the own account always come. */
export const notificationKinds = ['taskAssigned', 'taskNew', 'urgentTask', 'alert', 'digest'] as const
export type NotificationKind = (typeof notificationKinds)[number]

const Channels = Type.Object({ mail: Type.Boolean() })
export const NotificationSettings = Type.Object({
  /** a task is theirs now */
  taskAssigned: Channels,
  /** a task that they may take */
  taskNew: Channels,
  /** an urgent task that they lead */
  urgentTask: Channels,
  /** an alert rule that opens no task */
  alert: Channels,
  /** each morning, what moved the day before: to those who lead */
  digest: Channels,
})
export type NotificationSettings = Static<typeof NotificationSettings>

const viewFields = {
  name: Line(80),
  /** e.g. tasks */
  screen: Line(60),
  /** the filters as the screen's address has them, without `?`; may be empty */
  query: Line(2000, 0),
}
export const SavedView = Type.Object({ id: Id, ...viewFields })
export type SavedView = Static<typeof SavedView>
export const SavedViewInput = Type.Object({ id: Type.Optional(Id), ...viewFields })
