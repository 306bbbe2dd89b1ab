-- When the mail with this link is to go: it waits a moment for others to the same operator. Null: it has gone, or was asked
-- for by a version from before, which mails at once.
alter table operator_task_link add column mail_at timestamptz;
create index operator_task_link_waiting on operator_task_link (tenant_id, operator_id, mail_at) where mail_at is not null;
