-- outside a transaction
-- Replies to visitors, for the share of submissions that got one.
create index concurrently if not exists task_note_public on task_note (tenant_id, task_id) where public;
