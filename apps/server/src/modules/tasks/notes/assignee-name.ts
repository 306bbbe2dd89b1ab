/** SQL for the names of those who have tasks. */

const nameOf = (kind: string, id: string): string => `case ${kind}
    when 'USER' then (select name from app_user where tenant_id = $1 and id = ${id})
    when 'OPERATOR' then (select name from operator where tenant_id = $1 and id = ${id})
    when 'COMPANY' then (select name from company where tenant_id = $1 and id = ${id}) end`

/**
 * SQL for the name of who has a task.
 * @param t alias of `task`; $1 is the tenant
 */
export const assigneeNameOf = (t: string): string => nameOf(`${t}.assignee_kind`, `${t}.assignee_id`)

/**
 * SQL for the name of the new assignee in a history line, read when it is shown: it follows a person who is renamed
 * or erased. Null if there is none any more.
 * @param h alias of `task_history`; $1 is the tenant
 */
export const assigneeNameIn = (h: string): string =>
  nameOf(`${h}.changes #>> '{assignee,1,kind}'`, `(${h}.changes #>> '{assignee,1,id}')::uuid`)
