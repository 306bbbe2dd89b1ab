-- Whoever made a mailing is told when its mails are refused. Null: made before this was noted.
alter table mailing add column created_by uuid;

-- Why its server last refused, and when the team was told that this one gets no more.
alter table mailing_recipient add column refusal text
  check (refusal in ('ADDRESS', 'MAILBOX', 'SIZE', 'POLICY', 'OTHER'));
alter table mailing_recipient add column told_at timestamptz;
create index mailing_recipient_refusing on mailing_recipient (tenant_id, mailing_id) where bounces >= 3;

-- What left at one time, and what came of it: numbers alone, so nothing is left here of who was taken out.
create table mailing_sending (
  tenant_id uuid not null,
  id uuid not null,
  mailing_id uuid not null,
  at timestamptz not null,
  period_from date not null,
  period_to date not null,
  -- how many it was for, and of these those whose server took it, or never will
  recipients integer not null check (recipients > 0),
  delivered integer not null default 0,
  refused integer not null default 0,
  -- how many for each reason, e.g. {"ADDRESS": 1}
  reasons jsonb not null default '{}',
  primary key (tenant_id, id),
  check (delivered + refused <= recipients),
  foreign key (tenant_id, mailing_id) references mailing (tenant_id, id) on delete cascade
);
create index mailing_sending_of on mailing_sending (tenant_id, mailing_id, at);
select secure_tenant_table('mailing_sending');
