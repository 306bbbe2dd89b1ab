-- The set-up of a building that a tenant is at, or was at last: a draft as it was typed, and what was made of it.
create table wizard_run (
  tenant_id uuid not null references tenant (id),
  -- of the run; another one begins under another id
  id uuid not null,
  state text not null check (state in ('NOT_STARTED', 'IN_PROGRESS', 'APPLIED', 'DISMISSED')),
  template text,
  -- step → {state, data}; what is not in it is pending
  steps jsonb not null default '{}',
  -- what the last applied run made, as it was answered
  result jsonb,
  updated_at timestamptz not null,
  -- the person
  updated_by uuid,
  version integer not null default 1,
  primary key (tenant_id)
);
select secure_tenant_table('wizard_run');
