/** Creates many tasks at once, in a fixed number of statements. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { writeHistory } from '../notes/history.ts'
import { writeNotes } from '../notes/notes.ts'
import { insertTasks } from './change-task.ts'
import { createdLine, type NewTask, rowOf } from './new-task.ts'

/** A task that no visitor's report causes, so it cannot duplicate an open problem. */
export interface PlannedTask extends Omit<NewTask, 'report'> {
  readonly title: string
  /** a first note by the service */
  readonly note?: string
}

/** @returns their ids, in the order given */
export const openTasks = async (ctx: TenantContext, inputs: readonly PlannedTask[]): Promise<string[]> => {
  const ids = inputs.map(() => newId(ctx.now.getTime()))
  const rows = await insertTasks(
    ctx,
    inputs.map((input, index) => rowOf(ctx, ids[index] ?? '', input)),
  )
  await writeHistory(ctx, rows.map(createdLine))
  const notes = inputs.flatMap(({ note }, index) =>
    note === undefined ? [] : [{ taskId: ids[index] ?? '', text: note }],
  )
  if (notes.length > 0) await writeNotes(ctx, notes)
  return ids
}
