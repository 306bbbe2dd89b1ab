/** When a given share of a task's SLA time is used; for escalation rules. */

import type { ScopeFacts } from '#contracts/kit/scope.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Clock } from './clock.ts'
import { type ClockedTask, type Clockwork, clockOf, hasClocks, readClockwork } from './read-clocks.ts'

/** Either percent of the clock's time, or minutes after its end. */
export interface ClockLevel {
  readonly clock: 'RESPOND' | 'RESOLVE' | 'DUE'
  readonly atPercent?: number
  readonly minutesOverdue?: number
}

export interface TaskClock {
  readonly taskId: string
  readonly reopenCount: number
  readonly scope: ScopeFacts
  /** when the level is reached if the task does not change; undefined if it is resolved or the clock is paused */
  timeOf(level: ClockLevel): Date | undefined
}

const minute = 60_000

const dueTime = (task: ClockedTask, { atPercent, minutesOverdue = 0 }: ClockLevel): number | undefined => {
  if (task.due_at === null) return undefined
  const [from, to] = [Date.parse(task.created_at), Date.parse(task.due_at)]
  return atPercent === undefined
    ? to + minutesOverdue * minute
    : from + (Math.max(0, to - from) * atPercent) / 100
}

const clockTime = (
  work: Clockwork,
  task: ClockedTask,
  clock: Clock,
  { clock: name, atPercent, minutesOverdue = 0 }: ClockLevel,
): number | undefined => {
  if (clock.resolvedAt !== null || (name === 'RESPOND' && clock.respondedAt !== null)) return undefined
  const { budget } = work.allowanceOf(task)
  const given = (name === 'RESPOND' ? budget.respond : budget.resolve)(clock.startedAt)
  if (given === null) return undefined
  const used =
    atPercent === undefined ? given + minutesOverdue * minute : Math.round((given * atPercent) / 100)
  const at = budget.schedule.add(clock.startedAt, used, clock.pauses)
  if (at === undefined || (clock.pausedSince !== null && at >= clock.pausedSince)) return undefined
  return at
}

const taskClockOf = (work: Clockwork, task: ClockedTask): TaskClock => {
  const clock = task.clock && hasClocks(work.plan) ? clockOf(task.clock) : undefined
  const isOver = task.status === 'DONE' || task.merged_into !== null
  return {
    taskId: task.id,
    reopenCount: task.reopen_count,
    scope: {
      buildingId: task.building_id,
      locationIds: task.location_ids,
      type: task.type,
      category: task.category,
    },
    timeOf: (level) => {
      if (isOver) return undefined
      const at = level.clock === 'DUE' ? dueTime(task, level) : clock && clockTime(work, task, clock, level)
      return at === undefined ? undefined : new Date(at)
    },
  }
}

/** In no order; deleted tasks are missing. */
export const readTaskClocks = async (
  ctx: TenantContext,
  taskIds: readonly string[],
): Promise<{ readonly plan: Plan; readonly clocks: readonly TaskClock[] }> => {
  const work = await readClockwork(ctx, taskIds)
  return { plan: work.plan, clocks: work.tasks.map((task) => taskClockOf(work, task)) }
}
