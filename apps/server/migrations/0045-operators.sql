-- Who may do the work: companies and in-house teams, their people, what they are certified for and when they are on duty.
create table company (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('PROVIDER', 'IN_HOUSE')),
  state text not null default 'ACTIVE' check (state in ('DRAFT', 'ACTIVE', 'SUSPENDED', 'ENDED')),
  -- [{buildingIds?, types?, skills?}]; empty: covers nothing by itself
  coverage jsonb not null default '[]',
  contract_from date,
  contract_until date,
  contacts jsonb not null default '[]',
  sla_policy_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index company_by_name on company (tenant_id, name, id);
select secure_tenant_table('company');

create table operator (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  company_id uuid,
  user_id uuid,
  name text not null,
  email text,
  state text not null default 'ACTIVE' check (state in ('INVITED', 'ACTIVE', 'INACTIVE')),
  skills text[] not null default '{}',
  languages text[] not null default '{}',
  duty text not null default 'OFF' check (duty in ('OFF', 'ON', 'BREAK', 'ABSENT')),
  -- when the duty was told, and until when it holds
  duty_at timestamptz,
  duty_until timestamptz,
  max_open_tasks integer,
  -- {weekly: [{day, from, to}], exceptions: [{date, off} | {date, from, to}]}
  shifts jsonb not null default '{"weekly": [], "exceptions": []}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, company_id) references company (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
create index operator_by_name on operator (tenant_id, name, id);
create index operator_by_company on operator (tenant_id, company_id, id) where company_id is not null;
-- A person is one operator.
create unique index operator_of_user on operator (tenant_id, user_id) where user_id is not null;
select secure_tenant_table('operator');

create table operator_certification (
  tenant_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  name text not null,
  skill text,
  valid_until date,
  proof_key text,
  primary key (tenant_id, id),
  foreign key (tenant_id, operator_id) references operator (tenant_id, id) on delete cascade
);
create index operator_certification_by_operator on operator_certification (tenant_id, operator_id, id);
select secure_tenant_table('operator_certification');
