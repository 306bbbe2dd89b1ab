create table app_user (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  email text not null,
  name text not null,
  roles text[] not null check (cardinality(roles) between 1 and 3 and roles <@ array['ADMIN', 'MANAGER', 'TECHNICIAN']),
  state text not null check (state in ('INVITED', 'ACTIVE', 'DISABLED')),
  password_hash text,
  language text not null default 'en',
  time_zone text,
  building_ids uuid[] not null default '{}',
  email_verified_at timestamptz,
  last_sign_in_at timestamptz,
  preferences jsonb not null default '{}',
  created_at timestamptz not null,
  removed_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index app_user_by_name on app_user (tenant_id, name, id) where removed_at is null;
create unique index app_user_email on app_user (tenant_id, email) where removed_at is null;
select secure_tenant_table('app_user');

-- Directory: which tenants know an e-mail address. Read before the tenant is known.
create table email_directory (
  email text not null,
  tenant_id uuid not null,
  user_id uuid not null,
  primary key (email, tenant_id)
);
grant select, insert, update, delete on email_directory to wellkept_app;

-- One sign-in on one device: a family of refresh tokens, of which one is live.
create table session (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  live_token uuid not null,
  spent_token uuid,
  rotated_at timestamptz,
  device text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index session_by_user on session (tenant_id, user_id) where ended_at is null;
select secure_tenant_table('session');

-- A mailed link. Its token is derived from the row and the secret, so nothing here opens anything.
create table mail_link (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('SIGN_IN', 'INVITATION', 'RESET', 'SUBSCRIPTION')),
  user_id uuid,
  code_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index mail_link_open on mail_link (tenant_id, user_id, kind) where used_at is null;
select secure_tenant_table('mail_link');
