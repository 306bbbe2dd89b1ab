create table tenant (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  plan text not null check (plan in ('TRIAL', 'STARTER', 'PRO', 'BUSINESS', 'ENTERPRISE')),
  state text not null default 'ACTIVE' check (state in ('TRIAL', 'ACTIVE', 'PAST_DUE', 'SUSPENDED', 'CLOSING', 'ERASED')),
  trial_ends_at timestamptz,
  time_zone text not null default 'UTC',
  settings jsonb not null default '{}',
  created_at timestamptz not null,
  version integer not null default 1
);
alter table tenant enable row level security;
alter table tenant force row level security;
create policy tenant_isolation on tenant to wellkept_app
  using (id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy worker_reads on tenant for select to wellkept_worker using (true);
grant select, insert, update on tenant to wellkept_app;
grant select on tenant to wellkept_worker;

-- Numbers that count up within a tenant, e.g. of tasks.
create table tenant_counter (
  tenant_id uuid not null references tenant (id),
  name text not null,
  value bigint not null,
  primary key (tenant_id, name)
);
select secure_tenant_table('tenant_counter');

-- The first answer to each Idempotency-Key, written in the transaction of its effect.
create table idempotency (
  tenant_id uuid not null,
  caller text not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  primary key (tenant_id, caller, route, key)
);
create index idempotency_age on idempotency (tenant_id, created_at);
select secure_tenant_table('idempotency');

-- Every change by a person or a key, written in the transaction of the change.
create table audit_entry (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  target text,
  request_id text not null,
  fields text[] not null,
  primary key (tenant_id, id)
);
select secure_tenant_table('audit_entry');
revoke update, delete on audit_entry from wellkept_app;
