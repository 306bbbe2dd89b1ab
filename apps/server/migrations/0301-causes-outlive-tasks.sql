-- A cause whose task was deleted counts as one without a task (`handle-repeats.ts` joins it), so no key has to
-- empty the column: ON DELETE SET NULL does not fit a distributed database.
alter table alert_cause drop constraint alert_cause_tenant_id_task_id_fkey;
