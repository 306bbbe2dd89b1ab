/**
 * Which faults that visitors named still stand, as SQL with a tenant in $1. Said here once. A fault that was merged stands
 * as long as the task that it is part of now.
 */
import { problemsOf } from './problem-rows.ts'

/**
 * On lines `h` of a task's history: opened again by a report that joined it. What staff opens again was not reported anew,
 * and who says that it is not fixed speaks of the same fault.
 */
export const reportedAnew = `(h.action = 'REOPENED' and h.actor_kind = 'SYSTEM')`

/** When the fault of a task was last seen to be there: by its last report, or by work that was opened again. */
export const lastSeen = `greatest(coalesce(t.last_report_at, t.created_at), case when t.reopen_count > 0 then
    (select max(o.at) from task_history o where o.tenant_id = $1 and o.task_id = t.id and o.action = 'REOPENED') end)`

/**
 * On rows of `task t`: whether visitors named a fault of this category. A low rating alone names none, also where it was
 * merged, and work that nobody reported is none.
 * @param category an expression: as it was reported
 */
export const isNamed = (category: string): string => `t.reporter_count > 0
    and (${category} <> 'OTHER' or (t.category = 'OTHER' and exists (
      select from task_feedback l join feedback f on f.tenant_id = $1 and f.id = l.feedback_id
      where l.tenant_id = $1 and l.task_id = t.id and f.issues <> '[]')))`

/**
 * Problems `p` at an amenity that visitors named, each with its task `t`, without a condition on how far that is.
 * @param live as a condition on `r`, as in `problemsOf`
 */
export const namedAt = (amenityId: string, live: string): string => `(${problemsOf({ amenityId, live })}) p
  join task t on t.tenant_id = $1 and t.id = p.id and t.merged_into is null and ${isNamed('p.category')}`

/** The item of the amenity that was the first to be reported with the task; null where none was. */
export const itemOfTask = (amenityId: string): string => `(select l.item_id from task_status_report l
    join status_item s on s.tenant_id = $1 and s.id = l.item_id and s.amenity_id = ${amenityId}
    where l.tenant_id = $1 and l.task_id = t.id order by l.linked_at limit 1)`

/** What stands of rows of `amenity a`: staff who said of its item, after it was last seen, that it works are believed. */
export const standingFaults = `${namedAt('a.id', "r.status <> 'DONE'")}
  where t.status <> 'DONE' and not exists (
    select from status_item i where i.tenant_id = $1 and i.amenity_id = a.id and i.visible
      and i.state = 'OPERATIONAL' and i.working_said_at >= ${lastSeen}
      and i.id = coalesce(${itemOfTask('a.id')},
        (select id from status_item n where n.tenant_id = $1 and n.amenity_id = a.id and n.visible
         order by n.position, n.id limit 1)))`
