/**
 * Keeps `sla_clock` in step with tasks. Changes of tasks are noted, and before the commit or before tasks are
 * presented, all noted clocks are read in one statement and written in another. A clock follows from the current
 * task, so recalculating it twice, or after a rolled back savepoint, is harmless.
 */
import type { plans } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { TaskRow } from '../change/task-row.ts'
import { type ClockLine, writeClockLines } from '../notes/history.ts'
import {
  type Clock,
  type ClockState,
  hasPassed,
  isBreach,
  nextDeadline,
  nextState,
  type SlaDeadline,
  timesOf,
  unnotified,
  withoutUndone,
} from './clock.ts'
import { type ClockedTask, type Clockwork, clockOf, hasClocks, readClockwork } from './read-clocks.ts'

/** Facts about a clock's cycle that the task's row does not hold. */
export interface Cycle {
  /** the first start seen in this transaction */
  readonly startedAt: number | null
  /** end of the former hold, if it ended by its own date */
  readonly heldUntil?: number | undefined
  /** when the task was reopened, if that lies in the past */
  readonly openedAt?: number | undefined
}
type ChangedTasks = Map<string, Cycle>

const changedTasksOf = new WeakMap<object, ChangedTasks>()

// Keyed by the transaction's handle, because contexts are copied and the handle is not.
const changedTasksIn = (ctx: TenantContext): ChangedTasks => {
  const known = changedTasksOf.get(ctx.db)
  if (known) return known
  const fresh: ChangedTasks = new Map()
  changedTasksOf.set(ctx.db, fresh)
  ctx.beforeCommit(() => updateChangedClocks(ctx))
  return fresh
}

/** Registers the step before the commit outside the savepoint, so that a rollback to it does not remove the step. */
export const clockSavepoint = (ctx: TenantContext): void => void changedTasksIn(ctx)

type Clocked = Pick<
  TaskRow,
  | 'id'
  | 'source'
  | 'status'
  | 'priority'
  | 'building_id'
  | 'amenity_id'
  | 'category'
  | 'assignee_kind'
  | 'assignee_id'
  | 'blocked_reason'
  | 'blocked_since'
  | 'blocked_until'
  | 'started_at'
  | 'reopen_count'
  | 'merged_into'
>
const watched = [
  'status',
  'priority',
  'building_id',
  'amenity_id',
  'category',
  'assignee_kind',
  'assignee_id',
  'blocked_reason',
  'blocked_since',
  'reopen_count',
  'merged_into',
] as const satisfies readonly (keyof Clocked)[]

/** Whether the plan is known to have no SLA clocks. */
const lacksClocks = (ctx: TenantContext): boolean => {
  const { tenant } = ctx as TenantContext & { readonly tenant?: { readonly plan: (typeof plans)[number] } }
  return tenant !== undefined && !hasClocks(tenant.plan)
}

/** Notes a new or changed task; planned work has no clock. */
export const noteChangedTask = (ctx: TenantContext, before: Clocked | undefined, after: Clocked): void => {
  if (after.source === 'SCHEDULE' || lacksClocks(ctx)) return
  if (before && watched.every((field) => before[field]?.valueOf() === after[field]?.valueOf())) return
  const waiting = changedTasksIn(ctx)
  const known = waiting.get(after.id)
  const startedAt = known?.startedAt ?? after.started_at?.getTime() ?? null
  const until = before?.blocked_until
  const heldUntil = known?.heldUntil ?? (until && until <= ctx.now ? until.getTime() : undefined)
  waiting.set(after.id, { startedAt, heldUntil })
}

/** The result of recalculating a task's clock. */
interface ClockUpdate {
  readonly task: ClockedTask
  readonly before: Clock | undefined
  /** undefined: the task has no clock */
  readonly after: Clock | undefined
  /** deadlines to emit */
  readonly passed: readonly { readonly deadline: SlaDeadline; readonly at: number; readonly by: number }[]
  /** the change of rules alone made it late; reported in one summary, not for each task */
  readonly lateByChange: boolean
  /** deadlines that passed by the change alone; no event is emitted */
  readonly passedSilently: boolean
}

/**
 * CHANGED  the task changed: deadlines that passed before, and those that pass by the change, are emitted
 * TIME     only time has passed
 * RULES    policies or hours changed: deadlines that pass by the change alone are not emitted
 * LOADED   imported tasks of the past: nothing is emitted
 */
export type Cause = 'CHANGED' | 'TIME' | 'RULES' | 'LOADED'

const withDueTime = (clock: Clock, passed: readonly { deadline: SlaDeadline; at: number }[]) =>
  passed.map(({ deadline, at }) => ({
    deadline,
    at,
    by: clock.times[deadline === 'RESPOND' || deadline === 'RESPOND_RISK' ? 'RESPOND' : 'RESOLVE'] ?? at,
  }))

const withEmitted = (clock: Clock, emitted: readonly { deadline: SlaDeadline }[]): Clock => ({
  ...clock,
  notified: [...clock.notified, ...emitted.map(({ deadline }) => deadline)],
  breached: clock.breached || emitted.some(({ deadline }) => isBreach(deadline)),
})

const time = (text: string | null): number | null => (text === null ? null : Date.parse(text))

const stateAfter = (
  task: ClockedTask,
  before: ClockState | undefined,
  cycle: Cycle | undefined,
  now: number,
) =>
  nextState(
    before,
    {
      status: task.status,
      createdAt: cycle?.openedAt ?? Date.parse(task.created_at),
      reopenCount: task.reopen_count,
      startedAt: cycle?.startedAt ?? time(task.started_at),
      completedAt: time(task.completed_at),
      blockedSince: time(task.blocked_since),
      blockedReason: task.blocked_reason,
      heldUntil: cycle?.heldUntil,
    },
    now,
  )

const recalculate = (
  work: Clockwork,
  task: ClockedTask,
  { cause, now, cycle }: { readonly cause: Cause; readonly now: number; readonly cycle: Cycle | undefined },
): ClockUpdate => {
  const before = task.clock ? clockOf(task.clock) : undefined
  const none = { task, before, passed: [], lateByChange: false, passedSilently: false }
  if (task.merged_into !== null || task.source === 'SCHEDULE') return { ...none, after: undefined }
  if (cause === 'TIME') {
    if (!before) return { ...none, after: undefined }
    const passed = unnotified(before, now)
    return { ...none, passed: withDueTime(before, passed), after: withEmitted(before, passed) }
  }
  const state = stateAfter(task, before, cycle, now)
  const isSameCycle = before !== undefined && state.reopenCount === before.reopenCount
  const { respondedAt, resolvedAt } = state
  const answered = isSameCycle ? { ...before, respondedAt, resolvedAt } : before
  // Deadlines that passed on the clock as it was, until the task was started, finished or put on hold.
  const old = answered && {
    ...answered,
    pausedSince: answered.pausedSince ?? (isSameCycle ? state.pausedSince : null),
  }
  const came = old ? unnotified(old, now) : []
  const brokeBefore = !isSameCycle && (state.breached || came.some(({ deadline }) => isBreach(deadline)))
  // A finished task does not become late because a policy changes afterwards.
  const isSettled = isSameCycle && before.resolvedAt !== null
  const { policyId, budget } = isSettled
    ? { policyId: before.policyId, budget: undefined }
    : work.allowanceOf(task)
  const clock: Clock = withEmitted(
    {
      ...state,
      policyId,
      times: budget
        ? timesOf(state, budget)
        : (before?.times ?? timesOf(state, work.allowanceOf(task).budget)),
      ...(isSameCycle && answered
        ? withoutUndone(before, answered, now)
        : { breached: brokeBefore, breachedBefore: brokeBefore }),
    },
    isSameCycle ? came : [],
  )
  const late = unnotified(clock, now)
  const notifies = cause === 'CHANGED'
  return {
    task,
    before,
    after: withEmitted(clock, late),
    passed:
      cause === 'LOADED'
        ? []
        : [...(old ? withDueTime(old, came) : []), ...(notifies ? withDueTime(clock, late) : [])],
    passedSilently: !notifies && late.length > 0,
    lateByChange:
      cause === 'RULES' &&
      before !== undefined &&
      late.some(({ deadline }) => isBreach(deadline) && hasPassed(clock, deadline, now)),
  }
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const rowOf = (taskId: string, clock: Clock) => ({
  task_id: taskId,
  policy_id: clock.policyId,
  started_at: iso(clock.startedAt),
  reopen_count: clock.reopenCount,
  respond_by: iso(clock.times.RESPOND),
  respond_risk_at: iso(clock.times.RESPOND_RISK),
  resolve_by: iso(clock.times.RESOLVE),
  resolve_risk_at: iso(clock.times.RESOLVE_RISK),
  responded_at: iso(clock.respondedAt),
  resolved_at: iso(clock.resolvedAt),
  paused_since: iso(clock.pausedSince),
  pause_reason: clock.pauseReason,
  pauses: clock.pauses,
  paused_ms: clock.pausedMs,
  told: clock.notified,
  breached: clock.breached,
  breached_before: clock.breachedBefore,
  next_at: iso(nextDeadline(clock)),
})

const columns = `policy_id, started_at, reopen_count, respond_by, respond_risk_at, resolve_by, resolve_risk_at,
  responded_at, resolved_at, paused_since, pause_reason, pauses, paused_ms, told, breached,
  breached_before, next_at`

// Ordered by task id, so that transactions never deadlock.
const writeText = `insert into sla_clock (tenant_id, task_id, ${columns})
  select $1, r.* from jsonb_to_recordset($2) as r (task_id uuid, policy_id uuid, started_at timestamptz, reopen_count int,
    respond_by timestamptz, respond_risk_at timestamptz, resolve_by timestamptz, resolve_risk_at timestamptz,
    responded_at timestamptz, resolved_at timestamptz, paused_since timestamptz, pause_reason text, pauses jsonb,
    paused_ms bigint, told text[], breached boolean, breached_before boolean, next_at timestamptz) order by r.task_id
  on conflict (tenant_id, task_id) do update set (${columns}) = (${columns.replace(/\w+/g, 'excluded.$&')})`

const removeText = 'delete from sla_clock where tenant_id = $1 and task_id = any($2::uuid[])'

const linesOf = ({ task, passed }: ClockUpdate): ClockLine[] =>
  passed.map(({ deadline, at, by }) => ({
    taskId: task.id,
    type: isBreach(deadline) ? 'SLA_BREACHED' : 'SLA_AT_RISK',
    clock: deadline === 'RESPOND' || deadline === 'RESPOND_RISK' ? 'RESPOND' : 'RESOLVE',
    at: new Date(at),
    dueAt: new Date(by),
  }))

export const slaDeadlineJob = 'sla.moment'

const write = async (ctx: TenantContext, found: readonly ClockUpdate[]): Promise<void> => {
  const kept = found.flatMap(({ task, after }) =>
    after ? [{ id: task.id, row: rowOf(task.id, after) }] : [],
  )
  const gone = found.filter(({ before, after }) => before && !after).map(({ task }) => task.id)
  const next = new Map(kept.flatMap(({ id, row }) => (row.next_at ? [[id, new Date(row.next_at)]] : [])))
  const quiet = found
    .filter(({ task, before }) => before && nextDeadline(before) !== null && !next.has(task.id))
    .map(({ task }) => task.id)
  if (kept.length > 0) await ctx.run(writeText, [ctx.tenantId, JSON.stringify(kept.map(({ row }) => row))])
  if (gone.length > 0) await ctx.run(removeText, [ctx.tenantId, gone])
  await ctx.scheduleEach(slaDeadlineJob, next)
  await ctx.cancelEach(slaDeadlineJob, quiet)
  await writeClockLines(ctx, found.flatMap(linesOf))
}

/**
 * Recalculates the clocks of locked tasks and writes those that differ. @returns the changed ones; nothing if the
 * plan has no clocks
 */
export const updateClocks = async (
  ctx: TenantContext,
  taskIds: readonly string[],
  cause: Cause,
  cycles: ReadonlyMap<string, Cycle> = new Map(),
): Promise<readonly Pick<ClockUpdate, 'task' | 'lateByChange' | 'passedSilently'>[]> => {
  if (taskIds.length === 0) return []
  const work = await readClockwork(ctx, taskIds)
  if (!hasClocks(work.plan)) return []
  const now = ctx.now.getTime()
  const found = work.tasks
    .map((task) => recalculate(work, task, { cause, now, cycle: cycles.get(task.id) }))
    .filter(
      ({ task, before, after }) =>
        JSON.stringify(before && rowOf(task.id, before)) !== JSON.stringify(after && rowOf(task.id, after)),
    )
  await write(ctx, found)
  return found
}

/** Recalculates the clocks of all tasks that this transaction has changed; does nothing if there are none. */
export const updateChangedClocks = async (ctx: TenantContext): Promise<void> => {
  const waiting = changedTasksOf.get(ctx.db)
  if (!waiting || waiting.size === 0) return
  const cycles = new Map(waiting)
  waiting.clear()
  await updateClocks(ctx, [...cycles.keys()], 'CHANGED', cycles)
}
