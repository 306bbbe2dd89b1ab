/** Clocks of tasks that were loaded with their past: nobody is told of what came long ago. */
import type { TenantContext } from '#server/platform/context.ts'
import { type Cycle, lookAtClocks } from './keep-clocks.ts'

interface Loaded {
  readonly id: string
  readonly startedAt: Date | null
  readonly history: readonly { readonly at: Date; readonly type: string }[]
}

const batch = 500

/** A task that was opened again runs from then on. */
const runOf = ({ startedAt, history }: Loaded): Cycle => ({
  startedAt: startedAt?.getTime() ?? null,
  openedAt: history.findLast(({ type }) => type === 'REOPENED')?.at.getTime(),
})

export const loadClocks = async (ctx: TenantContext, tasks: readonly Loaded[]): Promise<void> => {
  // The past is written at its own time; what is late is so today.
  const today = { ...ctx, now: ctx.platform.clock.now() }
  for (let from = 0; from < tasks.length; from += batch) {
    const part = tasks.slice(from, from + batch)
    const runs = new Map(part.map((task) => [task.id, runOf(task)]))
    await lookAtClocks(today, [...runs.keys()], 'LOADED', runs)
  }
}
