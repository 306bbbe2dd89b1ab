create table sla_policy (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  enabled boolean not null default true,
  position integer not null,
  scope jsonb not null default '{}',
  -- for each priority {respondMinutes | respondDays, resolveMinutes | resolveDays, clock}
  targets jsonb not null,
  -- {weekly?, holidays?}; null: the building's hours, else the tenant's
  calendar jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index sla_policy_order on sla_policy (tenant_id, position, id);
select secure_tenant_table('sla_policy');
