/**
 * Brings the entries of a task in line with the task as it is now (decision 0091). All events of tasks and the job
 * that credits call it, so their order and number do not matter.
 */
import type { Caps, Weights } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { award } from './award.ts'
import { creditEntries, type EntryRow, reverseEntries } from './entries.ts'
import { type Due, dueFor, readTaskFacts, type TaskFacts, usualEffort } from './task-facts.ts'

/** Credits the points of a task; its key is the task. */
export const creditKind = 'arena.credit'

interface RunningSeason {
  readonly id: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly weights: Weights
  readonly caps: Caps
}

const seasonText = `select id, starts_at, ends_at, weights, caps from arena_season
  where tenant_id = $1 and state in ('ACTIVE', 'SETTLING')`

// What a dispute has turned stays so, whatever becomes of the task.
const entriesText = `select e.id, e.player_id, e.kind, e.state, e.points, e.full_points, e.run, e.credit_at
  from arena_entry e where e.tenant_id = $1 and e.task_id = $2 and e.season_id = $3 and e.kind <> 'REVERSAL'
    and (e.state = 'PENDING' or not exists (select from arena_dispute d
      join arena_entry x on x.tenant_id = $1 and x.id = d.entry_id
      where d.tenant_id = $1 and d.state = 'REVERSED' and (x.id = e.id or x.reverses = e.id)))
  order by e.id`

// Locked in one order, since the caps of a player are counted under this lock.
const playersText = `select p.id, p.user_id, o.company_id from arena_player p
  left join lateral (select company_id from operator where tenant_id = $1 and user_id = p.user_id limit 1) o on true
  where p.tenant_id = $1 and p.user_id = any($2) and p.opted_in and p.joined_at <= $3 order by p.id for update of p`

const usedText = `select player_id, coalesce(sum(points) filter (where local_hour = $3), 0)::int as hour,
    coalesce(sum(points), 0)::int as day
  from arena_entry where tenant_id = $1 and player_id = any($2) and state <> 'REVERSED'
    and at between $4::timestamptz - interval '26 hours' and $4::timestamptz + interval '26 hours'
    and left(local_hour, 10) = left($3, 10) group by player_id`

const insertText = `insert into arena_entry (tenant_id, id, key, player_id, season_id, kind, state, points, full_points,
    task_id, run, building_id, company_id, at, local_hour, credit_at)
  select $1, row.id, row.key, row.player, $2, row.kind, 'PENDING', row.points, row.full_points, $3, $4, $5, row.company, $6, $7, $8
  from unnest($9::uuid[], $10::text[], $11::uuid[], $12::text[], $13::int[], $14::int[], $15::uuid[])
    as row (id, key, player, kind, points, full_points, company)
  returning 1`

interface PlayerRow {
  readonly id: string
  readonly user_id: string
  readonly company_id: string | null
}

type Finished = TaskFacts & { readonly completedAt: Date }

/** The lines that lack, each with what the caps leave. */
const insertDue = async (
  ctx: TenantContext,
  facts: Finished,
  season: RunningSeason,
  due: readonly Due[],
): Promise<void> => {
  const players = await ctx.run<PlayerRow>(playersText, [
    ctx.tenantId,
    [...new Set(due.map(({ userId }) => userId))],
    facts.completedAt,
  ])
  const lines = due.flatMap((line) => {
    const player = players.find(({ user_id }) => user_id === line.userId)
    return player ? [{ ...line, player, key: `task:${facts.id}:${facts.run}:${line.kind}:${player.id}` }] : []
  })
  if (lines.length === 0) return
  const [known, used] = await Promise.all([
    ctx.run<{ key: string }>('select key from arena_entry where tenant_id = $1 and key = any($2)', [
      ctx.tenantId,
      lines.map(({ key }) => key),
    ]),
    ctx.run<{ player_id: string; hour: number; day: number }>(usedText, [
      ctx.tenantId,
      players.map(({ id }) => id),
      facts.localHour,
      facts.completedAt,
    ]),
  ])
  const there = new Set(known.map(({ key }) => key))
  const left = new Map(
    players.map(({ id }) => {
      const row = used.find(({ player_id }) => player_id === id)
      return [id, Math.min(season.caps.perHour - (row?.hour ?? 0), season.caps.perDay - (row?.day ?? 0))]
    }),
  )
  const lacking = lines
    .filter(({ key }) => !there.has(key))
    .map((line) => {
      const room = left.get(line.player.id) ?? 0
      const given = Math.max(0, Math.min(line.points, room))
      left.set(line.player.id, room - given)
      return { ...line, given }
    })
  if (lacking.length === 0) return
  await ctx.run(insertText, [
    ctx.tenantId,
    season.id,
    facts.id,
    facts.run,
    facts.buildingId,
    facts.completedAt,
    facts.localHour,
    new Date(facts.completedAt.getTime() + season.caps.holdHours * 3_600_000),
    lacking.map(() => newId(ctx.now.getTime())),
    lacking.map(({ key }) => key),
    lacking.map(({ player }) => player.id),
    lacking.map(({ kind }) => kind),
    lacking.map(({ given }) => given),
    lacking.map(({ points }) => points),
    lacking.map(({ player }) => player.company_id),
  ])
}

const finishedIn = (facts: TaskFacts | undefined, { starts_at, ends_at }: RunningSeason): facts is Finished =>
  facts?.holds === true &&
  facts.completedAt !== null &&
  facts.completedAt >= starts_at &&
  facts.completedAt <= ends_at

export const settleTask = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const [season] = await ctx.run<RunningSeason>(seasonText, [ctx.tenantId])
  if (!season) return
  // One at a time for each task, so that two events at once do not both find an entry missing.
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`arena:${ctx.tenantId}:${taskId}`])
  const facts = await readTaskFacts(ctx, taskId)
  if (finishedIn(facts, season))
    await insertDue(ctx, facts, season, dueFor(facts, season.weights, await usualEffort(ctx, facts.category)))
  const entries = await ctx.run<EntryRow>(entriesText, [ctx.tenantId, taskId, season.id])
  const holds = ({ run }: EntryRow): boolean => facts?.holds === true && facts.run === run
  await reverseEntries(
    ctx,
    entries.filter((entry) => entry.state !== 'REVERSED' && !holds(entry)),
  )
  const pending = entries.filter((entry) => entry.state === 'PENDING' && holds(entry))
  const later = pending.flatMap(({ credit_at }) => (credit_at && credit_at > ctx.now ? [credit_at] : []))
  const due = pending.filter(({ credit_at }) => credit_at !== null && credit_at <= ctx.now)
  await creditEntries(ctx, due)
  await award(ctx, [...new Set(due.map(({ player_id }) => player_id))])
  if (later[0]) await ctx.schedule(creditKind, taskId, later[0])
}
