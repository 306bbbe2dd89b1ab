/** Notices when a task that was mine is no longer in the list, and asks the service where it went. */
import { type Cell, cell } from '#client/cell.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { getTask } from '#contracts/tasks.ts'
import { readTroubleOf } from '#offline/read-trouble.ts'
import type { CachedList } from './task-cache.ts'
import { isFree } from './with-pending.ts'

export interface WithdrawnTask {
  readonly id: string
  readonly number: number
  readonly title: string
  /** undefined: nobody that this person may know of */
  readonly who: string | undefined
  readonly gone: boolean
}

/** A list that lost more is a change of buildings or roles, which is no news of single tasks. */
const most = 5

/** Tasks of mine that are missing from the new list; none if one of the lists is not whole. */
export const missingFrom = (before: CachedList | undefined, after: CachedList): readonly Task[] => {
  if (!before || before.owner !== after.owner || after.total > after.tasks.length) return []
  const left = new Set(after.tasks.map(({ id }) => id))
  return before.tasks.filter((task) => !isFree(task) && !left.has(task.id))
}

/** @param isMyDoing whether this phone itself finished or changed the task */
export const followWithdrawn = (
  client: Client,
  list: Cell<CachedList | undefined>,
  isMyDoing: (taskId: string) => boolean,
): Cell<readonly WithdrawnTask[]> => {
  const withdrawn = cell<readonly WithdrawnTask[]>([])
  let before = list.get()
  const ask = async ({ id, number, title }: Task): Promise<void> => {
    try {
      // It is still theirs to see: finished by somebody else, or merged.
      await client.call(getTask, { params: { id } })
    } catch (error) {
      const { kind, who } = readTroubleOf(error)
      if (!(error instanceof ApiError) || (kind !== 'REFUSED' && kind !== 'GONE')) return
      const others = withdrawn.get().filter((one) => one.id !== id)
      withdrawn.set([...others, { id, number, title, who, gone: kind === 'GONE' }])
    }
  }
  list.subscribe(() => {
    const after = list.get()
    const missing = after ? missingFrom(before, after).filter(({ id }) => !isMyDoing(id)) : []
    before = after
    const back = new Set(after?.tasks.map(({ id }) => id))
    if (withdrawn.get().some(({ id }) => back.has(id)))
      withdrawn.set(withdrawn.get().filter(({ id }) => !back.has(id)))
    if (missing.length <= most) for (const task of missing) void ask(task)
  })
  return withdrawn
}
