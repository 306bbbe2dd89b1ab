-- Figures that come by mail, in a rhythm on somebody's clock.
create table mailing (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  scope jsonb not null default '{}',
  contents text[] not null check (cardinality(contents) > 0),
  rrule text not null,
  -- on the clock of time_zone, e.g. 2026-11-23T07:00
  starts_at text not null,
  time_zone text not null,
  period text not null check (period in ('YESTERDAY', 'LAST_7_DAYS', 'LAST_30_DAYS', 'LAST_MONTH', 'LAST_QUARTER')),
  format text not null check (format in ('MAIL', 'PDF', 'CSV')),
  language text not null check (language in ('en', 'de')),
  paused boolean not null default false,
  -- the next times, ascending
  upcoming timestamptz[] not null,
  next_at timestamptz,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index mailing_by_age on mailing (tenant_id, created_at, id);
select secure_tenant_table('mailing');

-- Who gets it: nothing before they have said that they want it.
create table mailing_recipient (
  tenant_id uuid not null,
  id uuid not null,
  mailing_id uuid not null,
  email text not null,
  -- when the link to confirm was last mailed
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  -- of the refusals since a mail was last taken
  bounced_at timestamptz,
  bounces integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, mailing_id, email),
  foreign key (tenant_id, mailing_id) references mailing (tenant_id, id) on delete cascade
);
select secure_tenant_table('mailing_recipient');

-- How often an address was asked of late, also where it was taken out and put in again: a MAC of it, for a day.
create table mailing_ask (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  address text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index mailing_ask_of on mailing_ask (tenant_id, address, at);
create index mailing_ask_by_age on mailing_ask (tenant_id, at);
select secure_tenant_table('mailing_ask');

-- What leaves at one time: counted once, the same for all who get it, kept while mails of it may be tried again.
create table mailing_issue (
  tenant_id uuid not null,
  id uuid not null,
  mailing_id uuid not null,
  -- a member of the team who asked for it; null: the recipients
  user_id uuid,
  at timestamptz not null,
  period_from date not null,
  period_to date not null,
  -- null until they are counted
  figures jsonb,
  file bytea,
  file_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, mailing_id) references mailing (tenant_id, id) on delete cascade
);
create index mailing_issue_of on mailing_issue (tenant_id, mailing_id);
select secure_tenant_table('mailing_issue');
