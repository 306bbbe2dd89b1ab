/** Checks of what surrounds the service: clock, address, certificate and backups. */
import { execFile } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { connect, type TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { readBackupState } from '#server/platform/backup/backup-state.ts'
import type { Platform } from '#server/platform/context.ts'
import { isLoopbackName } from '#server/platform/loopback.ts'
import { type Found, found } from './words.ts'

const day = 86_400_000
const answersWithinMs = 4000
/** Codes of a second factor and signatures of webhooks bear a few minutes; orders of events less. */
const clockToleranceMs = 5000
const certificateDays = 14

const clockText = 'select clock_timestamp() as now, worker_seen_at as seen from service_state'
const run = promisify(execFile)

/** @returns undefined where the machine does not say */
const isSynchronized = async (): Promise<boolean | undefined> => {
  const asked = ['show', '--property=NTPSynchronized', '--value']
  const said = await run('timedatectl', asked, { timeout: answersWithinMs }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  return said === 'yes' || said === 'no' ? said === 'yes' : undefined
}

/** @param now by the clock of this machine */
export const checkClock = async ({ databases }: Platform, now: () => Date): Promise<Found> => {
  const rows = await databases.worker.query<{ now: Date; seen: Date | null }>(clockText).then(
    (answer) => answer.rows,
    () => [],
  )
  const [row] = rows
  if (!row) return found('CLOCK', 'CLOCK_UNKNOWN')
  const here = now().getTime()
  const apart = Math.abs(row.now.getTime() - here)
  if (apart > clockToleranceMs) return found('CLOCK', 'CLOCK_APART', { seconds: Math.round(apart / 1000) })
  if (row.seen && row.seen.getTime() - here > clockToleranceMs)
    return found('CLOCK', 'CLOCK_SET_BACK', { time: row.seen.toISOString() })
  return found('CLOCK', (await isSynchronized()) === false ? 'CLOCK_FREE' : 'CLOCK')
}

const reachOf = (addresses: readonly string[]): 'REACH' | 'REACH_MACHINE' | 'REACH_NETWORK' => {
  const ranges = addresses.map((address) => ipaddr.process(address).range())
  if (ranges.includes('unicast')) return 'REACH'
  return ranges.every((range) => range === 'loopback') ? 'REACH_MACHINE' : 'REACH_NETWORK'
}

const isAnswering = async (baseUrl: string): Promise<boolean> => {
  try {
    const response = await fetch(`${baseUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(answersWithinMs),
    })
    const body = (await response.json()) as { data?: { alive?: boolean } }
    return response.status === 200 && body.data?.alive === true
  } catch {
    // What answers there is not the service, or nothing does.
    return false
  }
}

/** From this machine; what a firewall does with others cannot be seen from here. */
export const checkAddress = async (address: string): Promise<Found[]> => {
  const { hostname: host } = new URL(address)
  const addresses = isLoopbackName(host)
    ? [{ address: '127.0.0.1' }]
    : await lookup(host.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  if (addresses.length === 0) return [found('ADDRESS', 'ADDRESS_UNKNOWN', { host })]
  return [
    found('ADDRESS', (await isAnswering(address)) ? 'ADDRESS' : 'ADDRESS_SILENT', { address }),
    found('REACH', reachOf(addresses.map((one) => one.address)), { address }),
  ]
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

export const checkEncryption = async (baseUrl: string, now: Date): Promise<Found> => {
  const { protocol, hostname: host, port } = new URL(baseUrl)
  if (protocol !== 'https:')
    return found('ENCRYPTION', isLoopbackName(host) ? 'ENCRYPTION_HERE' : 'ENCRYPTION_NONE')
  try {
    const { fault, until } = await certificateOf(host, Number(port || 443))
    if (fault) return found('ENCRYPTION', 'CERTIFICATE_REFUSED', { host, fault })
    const days = Math.floor((until.getTime() - now.getTime()) / day)
    return found('ENCRYPTION', days < certificateDays ? 'CERTIFICATE_ENDS' : 'ENCRYPTION', { host, days })
  } catch {
    return found('ENCRYPTION', 'ENCRYPTION_SILENT', { host })
  }
}

export const checkBackups = async (platform: Platform): Promise<Found> => {
  const { backupDir, databaseUrl } = platform.config
  if (backupDir === undefined) return found('BACKUPS', databaseUrl ? 'BACKUPS_EXTERNAL' : 'BACKUPS_NONE')
  const read = await readBackupState(platform).catch(() => undefined)
  if (!read) return found('BACKUPS', 'BACKUPS_UNREADABLE')
  const { lastAt: last, kept, freeMegabytes: megabytes, isArchiving, state } = read
  if (!isArchiving) return found('BACKUPS', 'BACKUPS_NOT_ARCHIVING')
  return found('BACKUPS', state === 'OK' ? 'BACKUPS' : 'BACKUPS_LATE', { last, kept, megabytes })
}

export const checkSurroundings = async (platform: Platform): Promise<Found[]> => {
  const { baseUrl } = platform.config
  const now = (): Date => new Date()
  const [clock, address, encryption, backups] = await Promise.all([
    checkClock(platform, now),
    checkAddress(baseUrl),
    checkEncryption(baseUrl, now()),
    checkBackups(platform),
  ])
  return [clock, ...address, encryption, backups]
}
