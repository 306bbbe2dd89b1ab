-- outside a transaction
-- What a phone says late may show that this run broke nothing; what a run before it broke stays. Null: a version before wrote
-- the row, and then a run after a reopening keeps all that it is said to have broken.
alter table sla_clock add column if not exists breached_before boolean;

-- Blocks that have an end are lifted then. Those whose end is past have stood until now, and nobody was called: they end with
-- this, so that no clock is late by time of which nobody knew that it ran.
-- The owner need not be a superuser: for a moment it may see these tables.
alter table task no force row level security;
alter table due_work no force row level security;
update task set blocked_until = now() where blocked_until < now() and blocked_reason is not null and status <> 'DONE';
insert into due_work (tenant_id, kind, key, due_at)
  select tenant_id, 'task.block_ends', id::text, blocked_until from task
  where blocked_until is not null and blocked_reason is not null and status <> 'DONE' and merged_into is null
  on conflict do nothing;
alter table due_work force row level security;
alter table task force row level security;
