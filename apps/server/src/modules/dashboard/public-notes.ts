/**
 * Public notes `n` of the tasks `w` with ids $2. Notes from before a merge stay with the merged task and are
 * included. Looked up by keys, whatever the planner estimates.
 */
export const publicNotes = (columns: string): string => `unnest($2::uuid[]) as w (id)
  cross join lateral (select id from task where tenant_id = $1 and merged_into = w.id union all select w.id offset 0) t
  cross join lateral (select ${columns} from task_note where tenant_id = $1 and task_id = t.id and public offset 0) n`
