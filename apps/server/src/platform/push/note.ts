import type { EventPayload } from '#contracts/events.ts'

/** A notification in its reader's language, without text of visitors. */
export interface PushNote {
  /** one line */
  readonly title: string
  /** one line; may be empty */
  readonly body: string
  /** path on this service, e.g. /app/work/tasks/ID */
  readonly path: string
  /** a later one with the same tag replaces it on the device */
  readonly tag: string
  readonly language: string
  readonly urgent: boolean
}

export interface PushRequest {
  readonly userId: string
  readonly note: PushNote
  /** email sent without a receipt; null: the person wants none */
  readonly orMail: Pick<EventPayload<'internal.mail_requested'>, 'mail' | 'data'> | null
}
