/** Which faults that visitors named still stand, as SQL over rows of `task t` and a tenant in $1. Said here once. */

/** When the fault of a task was last seen to be there: by its last report, or by work that was opened again. */
export const lastSeen = `greatest(coalesce(t.last_report_at, t.created_at), case when t.reopen_count > 0 then
    (select max(o.at) from task_history o where o.tenant_id = $1 and o.task_id = t.id and o.action = 'REOPENED') end)`

/** A low rating alone names none, and work that nobody reported is none. */
export const namedByVisitors = `t.merged_into is null and t.source in ('FEEDBACK', 'STATUS_REPORT')
  and t.category is not null and t.reporter_count > 0
  and (t.category <> 'OTHER' or exists (
    select from task_feedback l join feedback f on f.tenant_id = $1 and f.id = l.feedback_id
    where l.tenant_id = $1 and l.task_id = t.id and f.issues <> '[]'))`

/** Of rows of `amenity a`: staff who said of its item, after it was last seen, that it works are believed. */
export const standingFault = `t.tenant_id = $1 and t.amenity_id = a.id and t.status <> 'DONE' and ${namedByVisitors}
  and not exists (
    select from status_item i where i.tenant_id = $1 and i.amenity_id = a.id and i.visible
      and i.state = 'OPERATIONAL' and i.working_said_at >= ${lastSeen}
      and i.id = coalesce((select l.item_id from task_status_report l
        where l.tenant_id = $1 and l.task_id = t.id order by l.linked_at limit 1),
        (select id from status_item n where n.tenant_id = $1 and n.amenity_id = a.id and n.visible
         order by n.position, n.id limit 1)))`
