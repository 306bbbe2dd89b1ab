/** The steps of a task. */
import type { ChecklistInput, ChecklistItem } from '#contracts/tasks/records.ts'
import { newId } from '#server/platform/ids.ts'

/** Items that are known keep their id; an unknown or repeated id, or none, makes a new item. */
export const readChecklist = (
  input: ChecklistInput,
  before: readonly ChecklistItem[],
  now: Date,
): ChecklistItem[] => {
  const free = new Set(before.map(({ id }) => id))
  return input.map((item) => ({
    id: item.id !== undefined && free.delete(item.id) ? item.id : newId(now.getTime()),
    text: item.text,
    done: item.done ?? false,
  }))
}

/** Only whether a step is done, of those that are still there: what was edited since it was ticked stays as it is. */
export const ticked = (input: ChecklistInput, before: readonly ChecklistItem[]): ChecklistItem[] => {
  const done = new Map(input.map((item) => [item.id, item.done ?? false]))
  return before.map((item) => ({ ...item, done: done.get(item.id) ?? item.done }))
}

export const sameChecklist = (a: readonly ChecklistItem[], b: readonly ChecklistItem[]): boolean =>
  a.length === b.length &&
  a.every(
    (item, index) => item.id === b[index]?.id && item.text === b[index]?.text && item.done === b[index]?.done,
  )
