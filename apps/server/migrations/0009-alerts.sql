create table alert_rule (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  enabled boolean not null default true,
  position integer not null,
  built_in text,
  trigger jsonb not null,
  scope jsonb not null default '{}',
  action jsonb not null,
  window_minutes integer,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index alert_rule_order on alert_rule (tenant_id, position, id);
select secure_tenant_table('alert_rule');

-- Reports that belong together for a rule that only tells people: one notice for all of them.
create table alert_notice (
  tenant_id uuid not null,
  rule_id uuid not null,
  amenity_id uuid not null,
  category text not null,
  last_report_at timestamptz not null,
  primary key (tenant_id, rule_id, amenity_id, category),
  foreign key (tenant_id, rule_id) references alert_rule (tenant_id, id) on delete cascade
);
select secure_tenant_table('alert_notice');
