/**
 * What helps somebody who looks for a fault, as text: how this phone and this app stand. No names, no addresses of
 * people, no words of visitors or technicians; of what waits only its kind, its state and its time.
 */
import type { Operation } from '../outbox/operation.ts'

export interface Facts {
  readonly version: string
  /** of the shell that the phone keeps; undefined without one */
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
  /** milliseconds; undefined before the first reading */
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

/** In English, for whoever mends it. */
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
