-- A programme that acts as a person, such as an AI assistant by MCP. Of its token only the hash is here, and the end
-- that tells it from others; the token itself names the tenant, so no directory is needed.
create table personal_connection (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  may_write boolean not null,
  hash bytea not null check (octet_length(hash) = 32),
  last_four text not null,
  -- of the session that made it: where only the organisation's own sign-in counts, no other one leaves a connection
  by_sso boolean,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
comment on table personal_connection is 'not exported: what acts as a person; each sees their own in the profile';
create unique index personal_connection_of_token on personal_connection (tenant_id, hash);
create index personal_connection_of_person on personal_connection (tenant_id, user_id, created_at);
create index personal_connection_by_age on personal_connection (tenant_id, created_at, id);
select secure_tenant_table('personal_connection');
