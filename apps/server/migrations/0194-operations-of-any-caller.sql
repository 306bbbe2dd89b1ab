-- The outboxes of all apps note here what was done, not only that of the technicians'.
alter table task_operation alter column task_id drop not null;
comment on column task_operation.task_id is 'what the operation was about or created: a task, a round, an inspection, a finding';
