-- A key for an integration. Of the key itself only its hash is here, and what tells it from others.
create table api_key (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  scopes text[] not null check (cardinality(scopes) between 1 and 3 and scopes <@ array['read', 'write', 'webhooks:manage']),
  hash bytea not null check (octet_length(hash) = 32),
  prefix text not null,
  last_four text not null,
  created_by uuid not null,
  -- stays when the person has left
  created_by_name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index api_key_valid on api_key (tenant_id, created_at, id) where revoked_at is null;
select secure_tenant_table('api_key');

-- Directory: whose key a hash is. Read before the tenant is known; a line never changes, and goes when the key is revoked.
create table api_key_directory (
  hash bytea primary key,
  tenant_id uuid not null,
  key_id uuid not null
);
grant select, insert, delete on api_key_directory to wellkept_app;
