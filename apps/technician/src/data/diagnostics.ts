/**
 * Diagnostics of this phone and app as text, for support. Contains no names, email addresses or texts of
 * people; of pending operations only kind, state and time.
 */
import type { Operation } from '../outbox/operation.ts'

export interface Facts {
  readonly version: string
  /** version of the precached shell; undefined without one */
  readonly shell: string | undefined
  /** milliseconds */
  readonly now: number
  readonly language: string
  readonly browser: string
  readonly screen: string
  readonly online: boolean
  readonly signedIn: boolean
  readonly notifications: string
  readonly keeps: boolean
  readonly camera: string
  /** milliseconds; undefined before the first read */
  readonly listReadAt: number | undefined
  readonly listTrouble: string | undefined
  readonly tasks: number
  readonly rooms: number
  readonly outboxTrouble: string | undefined
  readonly operations: readonly Operation[]
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString()

const waitingLine = ({ at, work, state, tries, outcome }: Operation): string =>
  ['  ', at, work.kind, state, `tries=${tries}`, outcome?.why, outcome?.code, outcome?.requestId]
    .filter((part) => part !== undefined)
    .join(' ')

/** In English, for support. */
export const diagnosticsOf = (facts: Facts): string => {
  const unsent = facts.operations.filter(({ state }) => state !== 'SENT')
  return [
    `Wellkept ${facts.version}, shell ${facts.shell ?? 'not kept'}`,
    `time ${time(facts.now)}, language ${facts.language}`,
    `browser ${facts.browser}`,
    `screen ${facts.screen}, online ${facts.online}, signed in ${facts.signedIn}`,
    `notifications ${facts.notifications}, camera ${facts.camera}, keeps after closing ${facts.keeps}`,
    `tasks ${facts.tasks} of ${facts.listReadAt === undefined ? 'never' : time(facts.listReadAt)}, rooms ${facts.rooms}`,
    `trouble of the list ${facts.listTrouble ?? 'none'}, of the outbox ${facts.outboxTrouble ?? 'none'}`,
    `outbox ${unsent.length} not sent, ${facts.operations.length - unsent.length} sent`,
    ...unsent.slice(0, 50).map(waitingLine),
  ].join('\n')
}
