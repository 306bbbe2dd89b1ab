/**
 * Which tasks the problems that visitors report are part of, as SQL with a tenant in $1. Said here once: a problem that
 * was merged is reported, shown and counted with the task that it is part of now.
 */

/** Whether visitors' reports made it. @param task its name in the statement */
export const byVisitors = (task: string): string => `${task}.source in ('FEEDBACK', 'STATUS_REPORT')`

export interface Asked {
  /** an expression, as are the others */
  readonly amenityId: string
  /** absent: all */
  readonly category?: string
  /** which of those that were not merged, as a condition on `r`; of the others whoever asks looks at the living task */
  readonly live: string
}

/** Rows of `id` of the living task, `category` that was reported, and `created_at` of its first report. */
export const problemsOf = ({ amenityId, category, live }: Asked): string => {
  const asked = `r.tenant_id = $1 and r.amenity_id = ${amenityId} and ${byVisitors('r')}
      and r.category ${category === undefined ? 'is not null' : `= ${category}`}`
  // Two branches, each with its index: places have many tasks, few of them open or merged.
  return `select r.id, r.category, r.created_at from task r where ${asked} and r.merged_into is null and ${live}
    union all
    select r.merged_into, r.category, r.created_at from task r where ${asked} and r.merged_into is not null`
}

const inWindow = (task: string): string => `${task}.last_report_at > $4`

/**
 * On rows of `task t`: those that a report of category $3 at the amenity $2 joins, open ones and its own that is done
 * but was reported after $4.
 */
export const joinedByReport = `t.tenant_id = $1 and t.merged_into is null and t.id = any(array(
    select p.id from (${problemsOf({
      amenityId: '$2',
      category: '$3',
      live: `(r.status <> 'DONE' or ${inWindow('r')})`,
    })}) p))
  and (t.status <> 'DONE' or (t.amenity_id = $2 and t.category = $3 and ${byVisitors('t')} and ${inWindow('t')}))`
