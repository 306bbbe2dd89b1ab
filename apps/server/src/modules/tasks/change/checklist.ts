/** The checklist of a task. */
import type { ChecklistInput, ChecklistItem } from '#contracts/tasks/records.ts'
import { newId } from '#server/platform/ids.ts'

/** Items with a known id keep it; an item with an unknown, repeated or missing id gets a new one. */
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

/**
 * Takes only `done` from the input, for items that still exist: an outbox may be older than the last edit of the
 * checklist.
 */
export const withTicks = (input: ChecklistInput, before: readonly ChecklistItem[]): ChecklistItem[] => {
  const done = new Map(input.map((item) => [item.id, item.done ?? false]))
  return before.map((item) => ({ ...item, done: done.get(item.id) ?? item.done }))
}

export const sameChecklist = (a: readonly ChecklistItem[], b: readonly ChecklistItem[]): boolean =>
  a.length === b.length &&
  a.every(
    (item, index) => item.id === b[index]?.id && item.text === b[index]?.text && item.done === b[index]?.done,
  )
