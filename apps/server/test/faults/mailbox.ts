/** A mail server for a test that records recipients and message ids, and can leave senders without an answer. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly to: string
  /** without angle brackets */
  readonly messageId: string
  readonly subject: string
}

export interface Mailbox {
  /** value for MAIL_URL */
  readonly url: string
  /** completely received emails in order, including unanswered ones */
  readonly received: Received[]
  /** whether senders get no answer from now on */
  hold(on: boolean): void
  close(): Promise<void>
}

const header = (raw: string, name: string): string =>
  new RegExp(`^${name}: (.*)\\r$`, 'm').exec(raw)?.[1] ?? ''

/** @param answersAfterMs delay of the answer */
export const openMailbox = async (answersAfterMs = 0): Promise<Mailbox> => {
  const received: Received[] = []
  let held = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, { envelope: { rcptTo } }, done) => {
      Array.fromAsync(stream).then((parts) => {
        const raw = Buffer.concat(parts as Buffer[]).toString()
        received.push({
          to: rcptTo.map(({ address }) => address).join(),
          messageId: header(raw, 'Message-ID').slice(1, -1),
          subject: header(raw, 'Subject'),
        })
        if (!held) setTimeout(done, answersAfterMs)
      }, done)
    },
  })
  // Senders that are killed in the middle of an email.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    hold: (on) => {
      held = on
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
