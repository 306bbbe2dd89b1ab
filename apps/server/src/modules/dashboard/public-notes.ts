/**
 * Public notes `n` of the living tasks `w` whose ids are $2: what was answered before a merge stays with the task that was
 * merged, and its visitors keep it. Looked up by keys, whatever is known of the tables.
 */
export const publicNotes = (columns: string): string => `unnest($2::uuid[]) as w (id)
  cross join lateral (select id from task where tenant_id = $1 and merged_into = w.id union all select w.id offset 0) t
  cross join lateral (select ${columns} from task_note where tenant_id = $1 and task_id = t.id and public offset 0) n`
