/** Sends emails through an SMTP server. */
import { assertMessage, type Mail, MailRefused, mailFailed } from './message.ts'

export interface SmtpTarget {
  readonly host: string
  readonly port: number
  /** smtps, or STARTTLS: always, if the server offers it, or never (on this machine) */
  readonly encryption: 'implicit' | 'required' | 'if-offered' | 'never'
  readonly user: string | undefined
  readonly password: string | undefined
}

const connectMs = 5_000
const totalMs = 15_000

/** Sends from `from` over a few pooled connections; connects with the first email. */
export async function openSmtpMail(target: SmtpTarget, from: string, deadlineMs = totalMs): Promise<Mail> {
  const { createTransport } = await import('nodemailer')
  const domain = /@([^\s>]+)/.exec(from)?.[1]
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host: target.host,
    port: target.port,
    secure: target.encryption === 'implicit',
    requireTLS: target.encryption === 'required',
    ignoreTLS: target.encryption === 'never',
    ...(target.user === undefined ? {} : { auth: { user: target.user, pass: target.password ?? '' } }),
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // An unhandled 'error' event would end the process; `send` reports every failure.
  transport.on('error', () => undefined)

  return {
    async send(message) {
      assertMessage(message)
      const { to, fromName, subject, text, html, headers, id, attachments = [] } = message
      try {
        await transport.sendMail({
          from: fromName === undefined ? from : { name: fromName, address: addressOf(from) },
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: attachments.map(({ fileName, contentType, bytes }) => ({
            filename: fileName,
            contentType,
            content: Buffer.from(bytes),
          })),
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
          // Keeps auto-responders from answering (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          signal: AbortSignal.timeout(deadlineMs),
        })
      } catch (cause) {
        if (isRefusal(cause)) throw new MailRefused(cause)
        throw mailFailed(cause)
      }
    },
    async check() {
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('The mail server did not answer in time')), deadlineMs)
      try {
        await Promise.race([transport.verify(), late])
      } catch (cause) {
        throw mailFailed(cause)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport.close(),
  }
}

/** The address within `Name <address>`. */
const addressOf = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from

/** A wrong password is a permanent error too, but the operator can fix it and the email can wait. */
const isRefusal = (cause: unknown) =>
  cause instanceof Error &&
  'permanent' in cause &&
  cause.permanent === true &&
  'code' in cause &&
  (cause.code === 'EENVELOPE' || cause.code === 'EMESSAGE')
