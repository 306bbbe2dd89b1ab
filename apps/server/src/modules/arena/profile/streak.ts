/** Weeks in a row with a credited line. */
import type { DutyState, Shifts } from '#contracts/operator/records.ts'
import { plannedHours } from '#server/modules/operator/public.ts'
import type { RealmContext } from '#server/platform/context.ts'
import { localDay } from '#server/platform/local-day.ts'

const weekMs = 7 * 86_400_000
const mostWeeks = 104

const daysText = `select distinct left(e.local_hour, 10) as day from arena_entry e
  where e.tenant_id = $1 and e.player_id = $2 and e.task_id is not null and e.state = 'CREDITED' and e.kind <> 'REVERSAL'
    and e.at > $3 and e.local_hour is not null`

const mondayOf = (day: Temporal.PlainDate): Temporal.PlainDate => day.subtract({ days: day.dayOfWeek - 1 })

interface OperatorRow {
  shifts: Shifts
  duty: DutyState
  duty_at: Date | null
  duty_until: Date | null
}

/** Whether the member has shifts, yet none in the week that starts then. */
const isOff = (row: OperatorRow | undefined, timeZone: string, monday: Temporal.PlainDate): boolean => {
  if (!row || (row.shifts.weekly.length === 0 && row.shifts.exceptions.length === 0)) return false
  const duty = { state: row.duty, at: row.duty_at, until: row.duty_until }
  const from = monday.toZonedDateTime({ timeZone }).epochMilliseconds
  return plannedHours({ shifts: row.shifts, duty }, timeZone, { from, to: from + weekMs }) === 0
}

/** The running week counts once it has a line, and breaks nothing before; nor does a week without duty. */
export const streakWeeks = async (
  ctx: Pick<RealmContext, 'run' | 'tenantId' | 'tenant' | 'now'>,
  playerId: string,
): Promise<number> => {
  const { timeZone } = ctx.tenant
  const rows = await ctx.run<{ day: string }>(daysText, [
    ctx.tenantId,
    playerId,
    new Date(ctx.now.getTime() - mostWeeks * weekMs),
  ])
  if (rows.length === 0) return 0
  const [operator] = await ctx.run<OperatorRow>(
    `select o.shifts, o.duty, o.duty_at, o.duty_until from arena_player p join operator o on o.tenant_id = $1 and o.user_id = p.user_id
     where p.tenant_id = $1 and p.id = $2 limit 1`,
    [ctx.tenantId, playerId],
  )
  const worked = new Set(rows.map(({ day }) => mondayOf(Temporal.PlainDate.from(day)).toString()))
  let monday = mondayOf(Temporal.PlainDate.from(localDay(ctx.now, timeZone)))
  let weeks = 0
  for (let back = 0; back < mostWeeks; back += 1) {
    if (worked.has(monday.toString())) weeks += 1
    else if (back > 0 && !isOff(operator, timeZone, monday)) break
    monday = monday.subtract({ days: 7 })
  }
  return weeks
}
