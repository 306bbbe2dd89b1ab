create table status_item (
  tenant_id uuid not null,
  id uuid not null,
  amenity_id uuid not null,
  name text not null,
  position integer not null default 0,
  visible boolean not null default true,
  state text not null default 'OPERATIONAL' check (state in ('OPERATIONAL', 'DEGRADED', 'MAINTENANCE', 'OUT_OF_ORDER')),
  state_set_by text not null default 'SYSTEM' check (state_set_by in ('SYSTEM', 'STAFF')),
  report text not null default 'OK' check (report in ('OK', 'REPORTED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED')),
  since timestamptz not null,
  reports integer not null default 0,
  last_report_at timestamptz,
  -- when `report` last changed, and when it left OK; null while nothing was ever reported
  report_since timestamptz,
  reported_since timestamptz,
  note text,
  expected_end timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, amenity_id) references amenity (tenant_id, id) on delete cascade
);
create index status_item_by_amenity on status_item (tenant_id, amenity_id, position, id);
create index status_item_expiry on status_item (tenant_id, since) where report <> 'OK';
select secure_tenant_table('status_item');

-- What visitors said of an item; its words are in the row of feedback with the same id. `source` is a hash under a salt of the day that is only in memory.
create table status_report (
  tenant_id uuid not null,
  id uuid not null,
  item_id uuid not null,
  amenity_id uuid not null,
  issue text,
  source text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references status_item (tenant_id, id) on delete cascade
);
create index status_report_by_item on status_report (tenant_id, item_id, created_at);
select secure_tenant_table('status_report');

-- Every change of an item, for the history and the availability.
create table status_change (
  tenant_id uuid not null,
  id uuid not null,
  amenity_id uuid not null,
  item_id uuid not null,
  item_name text not null,
  at timestamptz not null,
  state text not null,
  report text not null,
  note text,
  primary key (tenant_id, id)
);
create index status_change_by_amenity on status_change (tenant_id, amenity_id, at);
create index status_change_by_age on status_change (tenant_id, at desc, id desc);
select secure_tenant_table('status_change');

create table status_subscription (
  tenant_id uuid not null,
  id uuid not null,
  amenity_id uuid not null,
  item_id uuid,
  email text,
  push jsonb,
  language text not null default 'en',
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- when the link to confirm was last mailed
  asked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, amenity_id) references amenity (tenant_id, id) on delete cascade
);
create index status_subscription_by_amenity on status_subscription (tenant_id, amenity_id) where confirmed_at is not null;
create index status_subscription_open on status_subscription (tenant_id, created_at) where confirmed_at is null;
create index status_subscription_by_email on status_subscription (tenant_id, email, amenity_id) where email is not null;
select secure_tenant_table('status_subscription');
