-- Which requested mail has left, so that a repeated event does not mail twice. It holds no address.
create table mail_sent (
  tenant_id uuid not null,
  event_id uuid not null,
  state text not null check (state in ('SENDING', 'SENT', 'REFUSED')),
  at timestamptz not null,
  primary key (tenant_id, event_id)
);
create index mail_sent_by_age on mail_sent (tenant_id, at);
select secure_tenant_table('mail_sent');

-- Who was mailed about a task: once that it is there, once that it is theirs.
create table task_mail (
  tenant_id uuid not null,
  task_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('NEW', 'ASSIGNED')),
  at timestamptz not null,
  primary key (tenant_id, task_id, user_id, kind),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
select secure_tenant_table('task_mail');
