/** What `npx wellkept check` says of the surroundings: clock, address, certificate, test email and backups. */
import { spawnSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { connect, type TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { readBackupState } from '#server/platform/backup/backup-state.ts'
import type { Platform } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { isLoopbackName } from '#server/platform/loopback.ts'

/** A warning needs a look; BAD makes the command fail. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'BAD'
  readonly text: string
}

const ok = (text: string): Finding => ({ level: 'ok', text })
const warning = (text: string): Finding => ({ level: 'warning', text })
const bad = (text: string): Finding => ({ level: 'BAD', text })

const day = 86_400_000
const answersWithinMs = 5000
/** Codes of a second factor and signatures of webhooks bear a few minutes; orders of events less. */
const clockToleranceMs = 5000
const certificateDays = 14

const clockText = 'select clock_timestamp() as now, worker_seen_at as seen from service_state'

/** @returns undefined where the machine does not say */
const isSynchronized = (): boolean | undefined => {
  const { stdout } = spawnSync('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    encoding: 'utf8',
    timeout: answersWithinMs,
  })
  const said = stdout?.trim()
  return said === 'yes' || said === 'no' ? said === 'yes' : undefined
}

export const checkClock = async ({ databases }: Platform, now: Date): Promise<Finding> => {
  const { rows } = await databases.worker.query<{ now: Date; seen: Date | null }>(clockText)
  const [row] = rows
  const apart = Math.abs((row?.now.getTime() ?? 0) - now.getTime())
  if (apart > clockToleranceMs)
    return bad(`clock: it differs from the one of the database by ${Math.round(apart / 1000)} s`)
  if (row?.seen && row.seen.getTime() - now.getTime() > clockToleranceMs)
    return bad(`clock: it was set back; the service ran at ${row.seen.toISOString()} already`)
  return isSynchronized() === false ? warning('clock: it is not synchronized (timedatectl)') : ok('clock')
}

type Reach = 'this machine' | 'this network' | 'everywhere'

const reachOf = (addresses: readonly string[]): Reach => {
  const ranges = addresses.map((address) => ipaddr.process(address).range())
  if (ranges.includes('unicast')) return 'everywhere'
  return ranges.every((range) => range === 'loopback') ? 'this machine' : 'this network'
}

const checkAnswer = async (baseUrl: string): Promise<Finding> => {
  try {
    const response = await fetch(`${baseUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(answersWithinMs),
    })
    const body = (await response.json()) as { data?: { alive?: boolean } }
    if (response.status === 200 && body.data?.alive === true) return ok(`address: ${baseUrl} answers`)
  } catch {
    // Below: what answers there is not the service, or nothing does.
  }
  return warning(
    `address: the service does not answer at ${baseUrl}, as seen from here; start it, or check the proxy`,
  )
}

/** From this machine; what a firewall does with others cannot be seen from here. */
export const checkAddress = async (baseUrl: string): Promise<Finding[]> => {
  const { hostname } = new URL(baseUrl)
  const found = isLoopbackName(hostname)
    ? [{ address: '127.0.0.1' }]
    : await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  if (found.length === 0) return [bad(`address: ${hostname} of BASE_URL has no address in DNS`)]
  const reach = reachOf(found.map(({ address }) => address))
  const near = `address: ${baseUrl} can be opened from ${reach} only, so stickers work nowhere else`
  return [await checkAnswer(baseUrl), ...(reach === 'everywhere' ? [] : [warning(near)])]
}

const certificateOf = (host: string, port: number): Promise<{ fault: string | undefined; until: Date }> =>
  new Promise((resolve, reject) => {
    // The certificate of a refused connection is wanted too.
    const socket: TLSSocket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { valid_to } = socket.getPeerCertificate()
      const { authorized, authorizationError } = socket
      resolve({
        fault: authorized ? undefined : String(authorizationError ?? 'not trusted'),
        until: new Date(valid_to),
      })
      socket.destroy()
    })
    socket.setTimeout(answersWithinMs, () => socket.destroy(new Error('timeout')))
    socket.once('error', reject)
  })

export const checkTls = async (baseUrl: string, now: Date): Promise<Finding> => {
  const { protocol, hostname, port } = new URL(baseUrl)
  if (protocol !== 'https:')
    return isLoopbackName(hostname)
      ? ok('encryption: none, on this machine only')
      : warning('encryption: BASE_URL is http; installing, scanning and push notifications need https')
  try {
    const { fault, until } = await certificateOf(hostname, Number(port || 443))
    if (fault) return bad(`encryption: browsers do not trust the certificate of ${hostname} (${fault})`)
    const days = Math.floor((until.getTime() - now.getTime()) / day)
    const said = `encryption: the certificate of ${hostname} is valid for ${days} more days`
    return days < certificateDays ? warning(said) : ok(said)
  } catch {
    return warning(`encryption: ${hostname} does not answer with https, as seen from here`)
  }
}

export const sendTestMail = async ({ mail }: Platform, to: string): Promise<Finding> => {
  const text = 'This is the test email that you asked for with npx wellkept check.'
  try {
    await mail.send({
      to,
      subject: 'Test email of Wellkept',
      text,
      html: `<p>${text}</p>`,
      id: newId(Date.now()),
    })
    return ok(
      `email: the mail server accepted a test email to ${to}; see whether it arrives, and not as spam`,
    )
  } catch (error) {
    return bad(
      `email: the test email to ${to} was not accepted: ${error instanceof Error ? error.message : error}`,
    )
  }
}

export const checkBackups = async (platform: Platform): Promise<Finding> => {
  const { backupDir, databaseUrl } = platform.config
  if (backupDir === undefined)
    return databaseUrl
      ? warning('backups: the service makes none of an external database; see docs/running.md')
      : warning('backups: none are made; set BACKUP_DIR to a folder on another disk')
  const found = await readBackupState(platform).catch(() => undefined)
  if (!found) return bad(`backups: ${backupDir} cannot be read`)
  const { lastAt, kept, freeMegabytes, isArchiving, state } = found
  const said = `backups: ${kept} in ${backupDir}, the last of ${lastAt ?? 'never'}; ${freeMegabytes} MB free`
  if (!isArchiving) return bad(`${said}; PostgreSQL cannot archive its log there`)
  return state === 'OK' ? ok(said) : warning(said)
}
