-- What time alone changes of status items, and addresses that nobody confirmed, are work at a time: those that are there
-- already are asked for, and find out themselves when. Nothing looks for them by tenant.
alter table status_item no force row level security;
alter table status_subscription no force row level security;
alter table due_work no force row level security;
insert into due_work (tenant_id, kind, key, due_at)
  select tenant_id, 'status.item_silent', id::text, now() from status_item where report in ('REPORTED', 'RESOLVED')
  on conflict do nothing;
insert into due_work (tenant_id, kind, key, due_at)
  select tenant_id, 'status.subscription_unconfirmed', id::text, created_at + interval '3 days'
  from status_subscription where confirmed_at is null
  on conflict do nothing;
alter table status_item force row level security;
alter table status_subscription force row level security;
alter table due_work force row level security;
