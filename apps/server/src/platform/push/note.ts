import type { EventPayload } from '#contracts/events.ts'

/** What a notification says and where it leads; in its reader's language, and no word of a visitor's. */
export interface PushNote {
  /** one line */
  readonly title: string
  /** one line; may be empty */
  readonly body: string
  /** on this service, e.g. /app/work/tasks/ID */
  readonly path: string
  /** a later one of the same takes its place on the device */
  readonly tag: string
  readonly language: string
  readonly urgent: boolean
}

export interface Pushed {
  readonly userId: string
  readonly note: PushNote
  /** the mail instead of it; null where the person wants none */
  readonly orMail: Pick<EventPayload<'internal.mail_requested'>, 'mail' | 'data'> | null
}
