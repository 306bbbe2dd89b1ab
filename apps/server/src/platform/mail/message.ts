/** One email message, and checks of its headers. */
import { ServiceError } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'

export interface Attachment {
  /** letters, digits, dots and hyphens */
  readonly fileName: string
  readonly contentType: 'application/pdf' | 'text/csv; charset=utf-8'
  readonly bytes: Uint8Array
}

export interface MailMessage {
  /** exactly one address, without a name */
  readonly to: string
  /** name of the sender beside the service's address: the organisation's; absent: the service's own */
  readonly fromName?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** a UUID, the same for every attempt: becomes the Message-ID, by which servers recognize a repeat */
  readonly id?: string
  /** further headers such as List-Unsubscribe */
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly Attachment[]
}

export interface Mail {
  /**
   * Sends the email; resolves when the server or the disk has it.
   * @throws TypeError for a malformed message, MailRefused if the server will never accept it, SERVICE_UNAVAILABLE
   * for temporary failures (after at most 15 s, including connecting)
   */
  send(message: MailMessage): Promise<void>
  /** Connects and signs in, or writes a probe into the folder. @throws ServiceError SERVICE_UNAVAILABLE */
  check(): Promise<void>
  /** Closes the connections after running sends. */
  close(): void
  /** folder of the emails, for the development page; undefined with SMTP */
  readonly folder?: string
}

/** The server will never accept this email, e.g. because the recipient is unknown; retrying is useless. */
export class MailRefused extends Error {
  constructor(cause: unknown) {
    super('The mail server refused the recipient or the message', { cause })
    this.name = 'MailRefused'
  }
}

/**
 * Why, by the enhanced status code (RFC 3463).
 * ADDRESS  no such address
 * MAILBOX  full or closed
 * SIZE     the email is too large
 * POLICY   it accepts none of these emails
 */
export type Refusal = 'ADDRESS' | 'MAILBOX' | 'SIZE' | 'POLICY' | 'OTHER'

/** Reason of an error that `send` threw for an email that will never be accepted. */
export const refusalOf = (refused: unknown): Refusal => {
  const cause = refused instanceof MailRefused ? refused.cause : undefined
  const response =
    typeof cause === 'object' && cause !== null && 'response' in cause ? String(cause.response) : ''
  const [, subject, detail] = /^5\d\d[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? []
  if (subject === '1') return 'ADDRESS'
  if (subject === '2') return detail === '3' ? 'SIZE' : 'MAILBOX'
  if (subject === '3' && detail === '4') return 'SIZE'
  return subject === '7' ? 'POLICY' : 'OTHER'
}

/** The server or folder cannot accept emails now; a retry may work. */
export const mailFailed = (cause: unknown): ServiceError =>
  new ServiceError('SERVICE_UNAVAILABLE', 'Emails cannot be sent right now', {
    headers: { 'retry-after': '30' },
    cause,
  })

const oneAddress = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/
const controls = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/
const headerName = /^[A-Za-z][A-Za-z0-9-]{0,60}$/
/** Headers that the message's own fields set, or that would add recipients or change the body. */
const reserved =
  /^(to|cc|bcc|from|sender|reply-to|return-path|subject|date|message-id|mime-version|content-.*|resent-.*|dkim-signature)$/i

/** @throws TypeError unless `to` is one address and no header contains a line break */
export function assertMessage(message: MailMessage): void {
  if (message.to.length > 254 || controls.test(message.to) || !oneAddress.test(message.to)) {
    throw new TypeError('An email goes to exactly one address')
  }
  if (message.subject.trim() === '' || controls.test(message.subject)) {
    throw new TypeError('A subject is one line and not empty')
  }
  if (message.fromName !== undefined && controls.test(message.fromName)) {
    throw new TypeError('The name of a sender is one line')
  }
  if (message.id !== undefined && !isUuid(message.id)) throw new TypeError('The id of an email is a UUID')
  for (const [name, value] of Object.entries(message.headers ?? {})) {
    if (!headerName.test(name) || reserved.test(name)) throw new TypeError('An email may not set this header')
    if (controls.test(value)) throw new TypeError('A header is one line')
  }
  for (const { fileName } of message.attachments ?? [])
    if (!/^[\w.-]{1,100}$/.test(fileName)) throw new TypeError('The name of a file is plain')
}

/** @throws TypeError unless `from` is `address`, `Name <address>` or `"Name, Ltd." <address>` */
export function assertSender(from: string): void {
  const address = /^(?:[^<>"\\,;:]*|"(?:[^"\\]|\\.)*" *)<([^<>]*)>$/.exec(from)?.[1] ?? from
  if (controls.test(from) || !oneAddress.test(address)) {
    throw new TypeError('must be an address, or a name and an address: Name <mail@example.com>')
  }
}
