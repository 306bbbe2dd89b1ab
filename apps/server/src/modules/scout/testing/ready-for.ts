/** Puts a scout's records where the example of an endpoint succeeds, since each call moves them on. */
import type { TestTenant } from '#test/world.ts'

interface Records {
  readonly roundId: string
  readonly stopId: string
  readonly findingId: string
  readonly conflictId: string
}

const round = 'update round set state = $3, scout_id = $4, started_at = $5 where tenant_id = $1 and id = $2'
const stop = `update round_stop set state = $3, completed_at = $4, presence = 'SCANNED', started_at = $5,
    template_version = 1 where tenant_id = $1 and id = $2`
const answers = `insert into inspection_answer (tenant_id, inspection_id, question_id, value, at, merge)
  select $1, $2, q, 'true', $3, '{"clientId": "", "session": "", "base": 0, "since": 1, "rival": null}'
  from unnest('{paper,soap}'::text[]) q on conflict do nothing`
const finding = 'update finding set state = $3 where tenant_id = $1 and id = $2'
const conflict = 'update scout_conflict set resolved_at = null where tenant_id = $1 and id = $2'

interface States {
  readonly round: string
  readonly inspection: string | null
  readonly finding: string
}
const underWay: States = { round: 'IN_PROGRESS', inspection: 'IN_PROGRESS', finding: 'ACCEPTED' }

/** What the example of an endpoint needs instead. */
const others: Readonly<Record<string, Partial<States>>> = {
  acceptRound: { round: 'SCHEDULED' },
  declineRound: { round: 'ACCEPTED' },
  startRound: { round: 'ACCEPTED' },
  beginInspection: { inspection: null },
  reopenInspection: { inspection: 'COMPLETED' },
  verifyFinding: { finding: 'FIXED' },
}

export const readyFor = (
  tenant: TestTenant,
  endpoint: string,
  { scoutId, ...records }: Records & { readonly scoutId: string },
): Promise<void> =>
  tenant.inside(async ({ run, now }) => {
    const states = { ...underWay, ...others[endpoint] }
    const startedAt = states.round === 'IN_PROGRESS' ? now : null
    const completedAt = states.inspection === 'COMPLETED' ? now : null
    await run(round, [tenant.id, records.roundId, states.round, scoutId, startedAt])
    await run(stop, [tenant.id, records.stopId, states.inspection, completedAt, now])
    await run(finding, [tenant.id, records.findingId, states.finding])
    await run(conflict, [tenant.id, records.conflictId])
    if (endpoint === 'completeInspection') await run(answers, [tenant.id, records.stopId, now])
  })
