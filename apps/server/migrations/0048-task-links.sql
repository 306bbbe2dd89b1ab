-- Links by which an operator without an account works on one task. The token in the mail is sealed and stands nowhere; what
-- it still opens is said here and by the task itself.
create table operator_task_link (
  tenant_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  operator_id uuid not null,
  -- when the task became theirs, or was opened again
  caused_at timestamptz not null,
  expires_at timestamptz not null,
  -- the task was finished, or went to somebody else
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade,
  foreign key (tenant_id, operator_id) references operator (tenant_id, id) on delete cascade
);
-- One at a time for each task and operator, so one mail.
create unique index operator_task_link_alive on operator_task_link (tenant_id, task_id, operator_id) where ended_at is null;
create index operator_task_link_by_task on operator_task_link (tenant_id, task_id);
create index operator_task_link_by_operator on operator_task_link (tenant_id, operator_id);
select secure_tenant_table('operator_task_link');
