/** The realm of scouts: who may go on, and what may be called outside of their dates. */
import type { ScoutActor } from '#server/platform/context.ts'
import { forbidden } from '#server/platform/errors.ts'
import type { Realm } from '#server/platform/gate/realms.ts'
import { localDay, startOfLocalDay } from '#server/platform/local-day.ts'

/** What was done before the last day ended may be sent so many days after it. */
export const daysToSend = 7

interface Row {
  readonly alias: string
  readonly valid_from: string
  readonly valid_until: string
  readonly time_zone: string
}

const loadText = `select s.alias, s.valid_from::text as valid_from, s.valid_until::text as valid_until, t.time_zone
  from scout s join tenant t on t.id = s.tenant_id where s.tenant_id = $1 and s.id = $2 and s.state = 'ACTIVE'`

/** Whether what was done before may still be sent. */
export const mayStillSend = (
  { valid_until, time_zone }: Omit<Row, 'alias' | 'valid_from'>,
  now: Date,
): boolean => now < startOfLocalDay(valid_until, time_zone, daysToSend + 1)

const datesOf = ({ valid_from, valid_until, time_zone }: Row, now: Date): ScoutActor['dates'] => {
  const today = localDay(now, time_zone)
  if (today < valid_from) return 'EARLY'
  return today > valid_until ? 'OVER' : 'NOW'
}

const always = ['getScoutProfile', 'logoutScout']
const afterwards = ['pushScoutOperations', 'createScoutUpload', 'confirmScoutMedia']

export const scoutRealm: Realm = {
  access: 'scout',
  token: 'scout',
  session: 'SCOUT',
  load: async (run, { tenantId, subjectId, sessionId }, now): Promise<ScoutActor | undefined> => {
    const [row] = await run<Row>(loadText, [tenantId, subjectId])
    if (!row || !mayStillSend(row, now)) return undefined
    return { kind: 'SCOUT', id: subjectId, name: row.alias, sessionId, dates: datesOf(row, now) }
  },
  authorize: ({ name }, { actor }) => {
    if (actor.kind !== 'SCOUT' || actor.dates === 'NOW' || always.includes(name)) return
    if (actor.dates === 'OVER' && afterwards.includes(name)) return
    throw forbidden('Your access is not valid today')
  },
}
