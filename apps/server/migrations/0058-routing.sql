-- Who gets which task: rules in order, of which the first that matches decides.
create table routing_rule (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  enabled boolean not null default true,
  position integer not null,
  conditions jsonb not null,
  action jsonb not null,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index routing_rule_order on routing_rule (tenant_id, position, id);
select secure_tenant_table('routing_rule');
