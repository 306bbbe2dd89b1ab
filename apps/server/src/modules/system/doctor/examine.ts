/** All checks of an installation, for the pages of who runs it. */
import { type CheckLanguage, type InstallationCheck, installationChecks } from '#contracts/installation.ts'
import type { PartState, SystemHealth } from '#contracts/system.ts'
import type { Platform } from '#server/platform/context.ts'
import { checkParts } from '../check-parts.ts'
import { checkSurroundings } from './surroundings.ts'
import { type Finding, type Found, found, sayFound } from './words.ts'

const pick = (state: PartState, good: Finding, late: Finding, down: Finding): Finding =>
  state === 'OK' ? good : state === 'DEGRADED' ? late : down

const fromParts = (
  { database, storage, queue, mail, disk }: SystemHealth['parts'],
  isFolder: boolean,
): Found[] => [
  found('DATABASE', pick(database.state, 'DATABASE', 'DATABASE_DOWN', 'DATABASE_DOWN')),
  found('STORAGE', pick(storage.state, 'STORAGE', 'STORAGE_DOWN', 'STORAGE_DOWN')),
  found('QUEUE', pick(queue.state, 'QUEUE', 'QUEUE_LATE', 'QUEUE_DOWN'), {
    seconds: Math.round(queue.oldestSeconds ?? 0),
    parked: queue.parked ?? 0,
  }),
  found('EMAIL', mail.state !== 'OK' ? 'EMAIL_DOWN' : isFolder ? 'EMAIL_FOLDER' : 'EMAIL'),
  found('DISK', pick(disk.state, 'DISK', 'DISK_LOW', 'DISK_FULL'), { megabytes: disk.freeMegabytes ?? 0 }),
]

/** Within 5 s. */
export const examine = async (platform: Platform, language: CheckLanguage): Promise<InstallationCheck[]> => {
  const [parts, surroundings] = await Promise.all([checkParts(platform), checkSurroundings(platform)])
  return [...fromParts(parts, platform.mail.folder !== undefined), ...surroundings]
    .sort((a, b) => installationChecks.indexOf(a.name) - installationChecks.indexOf(b.name))
    .map((one) => sayFound(one, language))
}
