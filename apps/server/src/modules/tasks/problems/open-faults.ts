/**
 * Which faults that visitors reported are not fixed yet, as SQL with a tenant in $1. A merged fault lasts as long
 * as the task it was merged into.
 */
import { problemsOf } from './problem-rows.ts'

/**
 * On history lines `h`: reopened by a new report. Reopening by staff is not a new report, and "not fixed" is about
 * the same fault.
 */
export const reportedAgain = `(h.action = 'REOPENED' and h.actor_kind = 'SYSTEM')`

/** When the fault of a task was last seen: at its last report, or when the task was reopened. */
export const lastSeen = `greatest(coalesce(t.last_report_at, t.created_at), case when t.reopen_count > 0 then
    (select max(o.at) from task_history o where o.tenant_id = $1 and o.task_id = t.id and o.action = 'REOPENED') end)`

/**
 * Condition on `task t`: whether visitors reported an issue of this category. Not so for a rating without issues,
 * even if merged, and for work that nobody reported.
 * @param category SQL expression, as reported
 */
export const isReported = (category: string): string => `t.reporter_count > 0
    and (${category} <> 'OTHER' or (t.category = 'OTHER' and exists (
      select from task_feedback l join feedback f on f.tenant_id = $1 and f.id = l.feedback_id
      where l.tenant_id = $1 and l.task_id = t.id and f.issues <> '[]')))`

/**
 * Problems `p` at an amenity that visitors reported with an issue, each with its task `t` in any status.
 * @param live condition on `r`, as in `problemsOf`
 */
export const reportedAt = (amenityId: string, live: string): string => `(${problemsOf({ amenityId, live })}) p
  join task t on t.tenant_id = $1 and t.id = p.id and t.merged_into is null and ${isReported('p.category')}`

/** The status item of the amenity that was reported first for the task; null if none was. */
export const itemOfTask = (amenityId: string): string => `(select l.item_id from task_status_report l
    join status_item s on s.tenant_id = $1 and s.id = l.item_id and s.amenity_id = ${amenityId}
    where l.tenant_id = $1 and l.task_id = t.id order by l.linked_at limit 1)`

/**
 * Faults of `amenity a` that are not fixed; one does not count if staff said after its last report that its status
 * item works.
 */
export const openFaults = `${reportedAt('a.id', "r.status <> 'DONE'")}
  where t.status <> 'DONE' and not exists (
    select from status_item i where i.tenant_id = $1 and i.amenity_id = a.id and i.visible
      and i.state = 'OPERATIONAL' and i.working_said_at >= ${lastSeen}
      and i.id = coalesce(${itemOfTask('a.id')},
        (select id from status_item n where n.tenant_id = $1 and n.amenity_id = a.id and n.visible
         order by n.position, n.id limit 1)))`
