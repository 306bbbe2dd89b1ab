import { agreementOf } from '#contracts/scout/kappa.ts'
import { getScoutSummary } from '#contracts/scout/phone/sync.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { readJudgements } from '#server/modules/scout/rounds/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { localDay, startOfLocalDay } from '#server/platform/local-day.ts'

const roundsText = `select count(*)::int as due, count(*) filter (where submitted_at <= due_by)::int as "onTime",
    count(*) filter (where submitted_at > due_by)::int as late, count(*) filter (where state = 'EXPIRED')::int as missed
  from round where tenant_id = $1 and scout_id = $2 and due_by >= $3 and due_by < $4`

const inspectionsText = `select count(*) filter (where s.state = 'COMPLETED')::int as completed,
    count(*) filter (where s.state = 'SKIPPED')::int as skipped
  from round r join round_stop s on s.tenant_id = $1 and s.round_id = r.id
  where r.tenant_id = $1 and r.scout_id = $2 and coalesce(s.completed_at, s.started_at) >= $3 and coalesce(s.completed_at, s.started_at) < $4`

// Confirmed: somebody began the work.
const findingsText = `select count(*)::int as reported, count(*) filter (where f.task_id is not null)::int as accepted,
    count(*) filter (where t.status <> 'OPEN' or t.started_at is not null)::int as confirmed,
    count(*) filter (where f.state = 'REJECTED')::int as rejected
  from finding f left join task t on t.tenant_id = $1 and t.id = f.task_id
  where f.tenant_id = $1 and f.scout_id = $2 and f.created_at >= $3 and f.created_at < $4 and f.state not in ('MERGED', 'WITHDRAWN')`

interface Rounds {
  due: number
  onTime: number
  late: number
  missed: number
}
interface Findings {
  reported: number
  accepted: number
  confirmed: number
  rejected: number
}

/** Monday of an ISO week. */
const mondayOf = (year: number, week: number): Temporal.PlainDate => {
  // 4 January lies in the first week.
  const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 })
  return fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: week - 1 })
}

export default serve(getScoutSummary)(async (ctx, { query }) => {
  const scout = await readScout(ctx)
  const { time_zone: zone } = scout
  const today = Temporal.PlainDate.from(localDay(ctx.now, zone))
  const [, year = today.yearOfWeek, number = today.weekOfYear] =
    /^(\d{4})-W(\d{2})$/.exec(query.week ?? '') ?? []
  const monday = mondayOf(Number(year), Number(number))
  if (monday.weekOfYear !== Number(number)) throw invalid('query.week', 'does not exist in that year')
  const startOf = (day: Temporal.PlainDate): Date => startOfLocalDay(day.toString(), zone)
  const asked = [ctx.tenantId, scout.id, startOf(monday), startOf(monday.add({ weeks: 1 }))]
  const [[rounds], [inspections], [findings], judged] = await Promise.all([
    ctx.run<Rounds>(roundsText, asked),
    ctx.run<{ completed: number; skipped: number }>(inspectionsText, asked),
    ctx.run<Findings>(findingsText, asked),
    readJudgements(ctx, [scout.id]),
  ])
  const pairs = judged.get(scout.id)
  return {
    week: `${year}-W${String(number).padStart(2, '0')}`,
    rounds: rounds ?? { due: 0, onTime: 0, late: 0, missed: 0 },
    inspections: inspections ?? { completed: 0, skipped: 0 },
    findings: findings ?? { reported: 0, accepted: 0, confirmed: 0, rejected: 0 },
    agreement: pairs ? agreementOf(pairs) : null,
  }
})
