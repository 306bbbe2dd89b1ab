/**
 * Which tasks visitors' problems belong to, as SQL with a tenant in $1. A merged problem counts as part of the task
 * it was merged into.
 */

/** Whether visitors' reports created the task. @param task its alias in the statement */
export const byVisitors = (task: string): string => `${task}.source in ('FEEDBACK', 'STATUS_REPORT')`

export interface ProblemQuery {
  /** SQL expressions */
  readonly amenityId: string
  /** absent: all categories */
  readonly category?: string
  /**
   * condition on `r` for tasks that are not merged; for merged ones the caller checks the task they were merged
   * into
   */
  readonly live: string
}

/**
 * Rows of `id` (of the task it was merged into, if any), `category` as reported, and `created_at` of its first
 * report.
 */
export const problemsOf = ({ amenityId, category, live }: ProblemQuery): string => {
  const asked = `r.tenant_id = $1 and r.amenity_id = ${amenityId} and ${byVisitors('r')}
      and r.category ${category === undefined ? 'is not null' : `= ${category}`}`
  // Two branches, each with its own index: amenities have many tasks, few of them open or merged.
  return `select r.id, r.category, r.created_at from task r where ${asked} and r.merged_into is null and ${live}
    union all
    select r.merged_into, r.category, r.created_at from task r where ${asked} and r.merged_into is not null`
}

const inWindow = (task: string): string => `${task}.last_report_at > $4`

/**
 * Condition on `task t`: those that a report of category $3 at amenity $2 joins. These are open tasks, and the
 * problem's own finished task if it was last reported after $4.
 */
export const joinedByReport = `t.tenant_id = $1 and t.merged_into is null and t.id = any(array(
    select p.id from (${problemsOf({
      amenityId: '$2',
      category: '$3',
      live: `(r.status <> 'DONE' or ${inWindow('r')})`,
    })}) p))
  and (t.status <> 'DONE' or (t.amenity_id = $2 and t.category = $3 and ${byVisitors('t')} and ${inWindow('t')}))`
