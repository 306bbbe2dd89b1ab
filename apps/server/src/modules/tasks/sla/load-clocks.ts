/** Clocks of tasks that were imported with their history: no deadlines are emitted. */
import type { TenantContext } from '#server/platform/context.ts'
import { type Cycle, updateClocks } from './update-clocks.ts'

interface Loaded {
  readonly id: string
  readonly startedAt: Date | null
  readonly history: readonly { readonly at: Date; readonly type: string }[]
}

const batch = 500

/** The clock of a reopened task starts at the reopening. */
const cycleOf = ({ startedAt, history }: Loaded): Cycle => ({
  startedAt: startedAt?.getTime() ?? null,
  openedAt: history.findLast(({ type }) => type === 'REOPENED')?.at.getTime(),
})

export const loadClocks = async (ctx: TenantContext, tasks: readonly Loaded[]): Promise<void> => {
  // History has past times, but lateness is judged by the current time.
  const today = { ...ctx, now: ctx.platform.clock.now() }
  for (let from = 0; from < tasks.length; from += batch) {
    const part = tasks.slice(from, from + batch)
    const runs = new Map(part.map((task) => [task.id, cycleOf(task)]))
    await updateClocks(today, [...runs.keys()], 'LOADED', runs)
  }
}
