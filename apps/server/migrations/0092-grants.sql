-- What this tenant lets another one read. The slug is as it was typed: whether there is such a tenant is told to nobody.
create table grant_given (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  slug text not null,
  -- who has accepted it, and what they are called
  receiver_id uuid,
  receiver_name text,
  scope jsonb not null default '{}',
  measures text[] not null check (cardinality(measures) > 0),
  until timestamptz not null,
  created_at timestamptz not null,
  accepted_at timestamptz,
  -- by either side, or declined
  ended_at timestamptz,
  reads integer not null default 0,
  last_read_at timestamptz,
  primary key (tenant_id, id)
);
create index grant_given_by_age on grant_given (tenant_id, created_at, id);
select secure_tenant_table('grant_given');

-- What another tenant lets this one read: the offer and the answer to it. What is read stays with the giver.
create table grant_received (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  giver_id uuid not null,
  giver_name text not null,
  -- what its scope named when it was offered
  places text[] not null,
  measures text[] not null check (cardinality(measures) > 0),
  until timestamptz not null,
  created_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index grant_received_by_age on grant_received (tenant_id, created_at, id);
select secure_tenant_table('grant_received');
