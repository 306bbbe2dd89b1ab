/** Triage of submissions: labels, whether marked as done, and the number of messages. */
import type { FeedbackItem } from '#contracts/dashboard.ts'
import type { Author, TaskRef } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { publicNotes } from './public-notes.ts'

export type Triage = Pick<FeedbackItem, 'labels' | 'done' | 'thread'>

interface Handled {
  feedback_id: string
  at: Date
  author_kind: Author['kind']
  author_id: string
  author_name: string
}

const handledText = `select feedback_id, at, author_kind, author_id, author_name from feedback_handled
  where tenant_id = $1 and feedback_id = any($2::uuid[])`
const labelsText = `select feedback_id, label from feedback_label
  where tenant_id = $1 and feedback_id = any($2::uuid[]) order by label`
const saidText = `select feedback_id from feedback_follow_up
  where tenant_id = $1 and feedback_id = any($2::uuid[]) and message is not null
  union all select feedback_id from feedback_reply where tenant_id = $1 and feedback_id = any($2::uuid[])`
const notesText = `select w.id as task_id from ${publicNotes('1 as one')}`

const group = <T, V>(rows: readonly T[], key: (row: T) => string, value: (row: T) => V): Map<string, V[]> => {
  const groups = new Map<string, V[]>()
  for (const row of rows) {
    const found = groups.get(key(row))
    if (found) found.push(value(row))
    else groups.set(key(row), [value(row)])
  }
  return groups
}

export const noTriage: Triage = { labels: [], done: null, thread: 0 }

/**
 * By submission id, in a fixed number of statements that join by keys only, so that each reads just what belongs to
 * these submissions, whatever the planner estimates.
 * @param tasks of each submission
 */
export const readTriage = async (
  ctx: TenantContext,
  ids: readonly string[],
  tasks: ReadonlyMap<string, readonly TaskRef[]>,
): Promise<ReadonlyMap<string, Triage>> => {
  const taskIds = [...new Set([...tasks.values()].flat().map(({ id }) => id))]
  const [handled, labels, said, notes] = await Promise.all([
    ctx.run<Handled>(handledText, [ctx.tenantId, ids]),
    ctx.run<{ feedback_id: string; label: string }>(labelsText, [ctx.tenantId, ids]),
    ctx.run<{ feedback_id: string }>(saidText, [ctx.tenantId, ids]),
    ctx.run<{ task_id: string }>(notesText, [ctx.tenantId, taskIds]),
  ])
  const settled = new Map(handled.map((row) => [row.feedback_id, row]))
  const named = group(
    labels,
    (row) => row.feedback_id,
    ({ label }) => label,
  )
  const own = group(
    said,
    (row) => row.feedback_id,
    () => 1,
  )
  const ofTasks = group(
    notes,
    (row) => row.task_id,
    () => 1,
  )
  const doneOf = (row: Handled | undefined): Triage['done'] =>
    row
      ? {
          at: row.at.toISOString(),
          by: { id: row.author_id, name: row.author_name, kind: row.author_kind },
        }
      : null
  return new Map(
    ids.map((id) => [
      id,
      {
        labels: named.get(id) ?? [],
        done: doneOf(settled.get(id)),
        thread: [
          ...(own.get(id) ?? []),
          ...(tasks.get(id) ?? []).flatMap((task) => ofTasks.get(task.id) ?? []),
        ].length,
      },
    ]),
  )
}
