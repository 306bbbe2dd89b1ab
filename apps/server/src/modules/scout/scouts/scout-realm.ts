/** The realm of scouts: who may go on, and what may be called outside of their dates. */
import type { ScoutActor } from '#server/platform/context.ts'
import { forbidden } from '#server/platform/errors.ts'
import type { Realm } from '#server/platform/gate/realms.ts'

/** What was done before the last day ended may be sent so many days after it. */
export const daysToSend = 7

const loadText = `select s.alias, s.valid_from > d.today as early, s.valid_until < d.today as over
  from scout s join tenant t on t.id = s.tenant_id
  cross join lateral (select ($3::timestamptz at time zone t.time_zone)::date as today) d
  where s.tenant_id = $1 and s.id = $2 and s.state = 'ACTIVE' and d.today <= s.valid_until + ${daysToSend}`

const always = ['getScoutProfile', 'logoutScout']
const afterwards = ['pushScoutOperations', 'createScoutUpload', 'confirmScoutMedia']

export const scoutRealm: Realm = {
  access: 'scout',
  token: 'scout',
  session: 'SCOUT',
  load: async (run, { tenantId, subjectId, sessionId }, now): Promise<ScoutActor | undefined> => {
    const [row] = await run<{ alias: string; early: boolean; over: boolean }>(loadText, [
      tenantId,
      subjectId,
      now,
    ])
    if (!row) return undefined
    const dates = row.early ? 'EARLY' : row.over ? 'OVER' : 'NOW'
    return { kind: 'SCOUT', id: subjectId, name: row.alias, sessionId, dates }
  },
  authorize: ({ name }, { actor }) => {
    if (actor.kind !== 'SCOUT' || actor.dates === 'NOW' || always.includes(name)) return
    if (actor.dates === 'OVER' && afterwards.includes(name)) return
    throw forbidden('Your access is not valid today')
  },
}
