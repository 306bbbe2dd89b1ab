-- outside a transaction
-- Only where the history knows of an earlier start than the row does: what was opened again, or put back and begun anew.
-- The owner need not be a superuser: for a moment it may see these tables.
alter table task no force row level security;
alter table task_history no force row level security;
update task t set first_action_at = h.at
  from (select tenant_id, task_id, min(at) as at from task_history
        where action = 'STATUS_CHANGED' and changes -> 'status' ->> 1 in ('IN_PROGRESS', 'DONE') group by tenant_id, task_id) h
  where t.tenant_id = h.tenant_id and t.id = h.task_id and t.first_action_at is null
    and (t.started_at is null or h.at < t.started_at);
alter table task_history force row level security;
alter table task force row level security;
