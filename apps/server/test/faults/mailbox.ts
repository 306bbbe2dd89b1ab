/** A mail server of a test's own, that notes who was sent what, under which id, and may leave senders without an answer. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Received {
  readonly to: string
  /** without its angle brackets */
  readonly messageId: string
  readonly subject: string
}

export interface Mailbox {
  /** what MAIL_URL takes */
  readonly url: string
  /** what came in whole, in its order, also where the sender was left without an answer */
  readonly received: Received[]
  /** from now on senders are left without an answer, or are answered again */
  hold(on: boolean): void
  close(): Promise<void>
}

const header = (raw: string, name: string): string =>
  new RegExp(`^${name}: (.*)\\r$`, 'm').exec(raw)?.[1] ?? ''

/** @param answersAfterMs how long a sender waits for its yes */
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
  // Whoever is killed in the middle of a mail.
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
