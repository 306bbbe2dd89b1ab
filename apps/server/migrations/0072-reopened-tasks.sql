-- outside a transaction
-- Few tasks are opened again; whoever counts what was open on a day in the past reads their history, and theirs alone.
create index concurrently if not exists task_reopened on task (tenant_id, updated_at)
  where reopen_count > 0 and merged_into is null;
