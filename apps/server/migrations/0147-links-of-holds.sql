-- The link of a task whose hold is over is mailed once more: what that mail says.
alter table operator_task_link add column resumed boolean not null default false;
