-- Held mails are released by work at a time; those that wait already are asked for. Nothing looks for them by tenant.
-- The owner need not be a superuser: for a moment it may see its own table.
alter table mail_waiting no force row level security;
alter table due_work no force row level security;
insert into due_work (tenant_id, kind, key, due_at)
  select tenant_id, 'mail.release', user_id::text, min(due_at) from mail_waiting group by tenant_id, user_id;
alter table mail_waiting force row level security;
alter table due_work force row level security;
create index mail_waiting_of_person on mail_waiting (tenant_id, user_id, due_at);
drop index mail_waiting_due;
