/** The email transport of MAIL_URL: SMTP or a folder. */
import { folderOf } from '#server/platform/storage/folder-url.ts'
import { openFileMail } from './file-mail.ts'
import { assertSender, type Mail } from './message.ts'
import { openSmtpMail, type SmtpTarget } from './smtp-mail.ts'

export type { Mail, MailMessage } from './message.ts'

export type MailTarget =
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 'smtp'; readonly target: SmtpTarget }

/**
 * Parses MAIL_URL: `file:FOLDER`, `smtp://user:password@host:587` or `smtps://…` (port 465). A password is never
 * sent unencrypted, except to this machine or with `?requireTLS=false`.
 * @throws TypeError without the URL in its text, since it may contain a password
 */
export function parseMailUrl(url: string): MailTarget {
  if (url.startsWith('file:')) return { kind: 'file', folder: folderOf(url) }
  if (/^smtps?:\/\//.test(url)) return { kind: 'smtp', target: smtpTargetOf(url) }
  throw new TypeError('must be file:FOLDER, smtp://host or smtps://host')
}

/**
 * Opens the transport of `url`; `from` is `address` or `Name <address>`. Creates the folder, but does not connect
 * to a server yet.
 * @throws TypeError for an invalid setting
 */
export async function openMail(url: string, from: string): Promise<Mail> {
  assertSender(from)
  const found = parseMailUrl(url)
  return found.kind === 'file' ? openFileMail(found.folder) : openSmtpMail(found.target, from)
}

function smtpTargetOf(url: string): SmtpTarget {
  if (!URL.canParse(url)) throw new TypeError('is not a valid smtp:// URL')
  const { protocol, hostname, port, pathname, searchParams, username, password, hash } = new URL(url)
  if (hostname === '' || (pathname !== '' && pathname !== '/') || hash !== '') {
    throw new TypeError('must be smtp://host:port; special characters of a password are written as %40')
  }
  for (const name of searchParams.keys()) {
    if (name !== 'requireTLS') throw new TypeError('takes only requireTLS')
  }
  const host = hostname.replace(/^\[|\]$/g, '')
  const here = host === 'localhost' || host === '::1' || host.startsWith('127.')
  const required = searchParams.get('requireTLS') ?? String(username !== '' && !here)
  if (required !== 'true' && required !== 'false') throw new TypeError('needs requireTLS true or false')
  const secure = protocol === 'smtps:'
  // A server on this machine often has a self-signed certificate, and no network is involved.
  const byStartTls = required === 'true' ? 'required' : here ? 'never' : 'if-offered'
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    encryption: secure ? 'implicit' : byStartTls,
    user: username === '' ? undefined : decode(username),
    password: password === '' ? undefined : decode(password),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new TypeError('has a name or password with a % that is not written as %25')
  }
}
