-- What people without an account may see. Of the token only its hash is here; of a password only its hash too.
create table share_link (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  kind text not null check (kind in ('DASHBOARD', 'REPORT', 'STATUS_BOARD', 'EMBED', 'SCREEN')),
  name text not null,
  scope jsonb not null default '{}',
  -- hidden from those who open it
  hide_comments boolean not null default true,
  hide_photos boolean not null default true,
  contents text[] not null,
  expires_at timestamptz,
  password_hash text,
  -- counts what ends open views: new passwords and new addresses
  epoch integer not null default 1,
  allowed_origins text[] not null default '{}',
  max_views integer check (max_views > 0),
  views integer not null default 0,
  last_viewed_at timestamptz,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- of a wall: when it was first and last seen
  paired_at timestamptz,
  seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz,
  -- lines of its access log, so that nobody counts them
  logged integer not null default 0,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index share_link_by_age on share_link (tenant_id, created_at, id) where revoked_at is null;
select secure_tenant_table('share_link');

-- Directory: whose link a token is. Read before the tenant is known; a line never changes, and goes with its address.
create table share_link_directory (
  hash bytea primary key check (octet_length(hash) = 32),
  tenant_id uuid not null,
  link_id uuid not null
);
create index share_link_directory_of on share_link_directory (tenant_id, link_id);
grant select, insert, delete on share_link_directory to wellkept_app;
comment on table share_link_directory is 'no tenant: says to whom a share link belongs before the tenant is known';

-- What was done by a link; nothing of who did it.
create table share_access (
  tenant_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('OPENED', 'UNLOCK_FAILED', 'DOWNLOADED')),
  format text check (format in ('PDF', 'CSV')),
  primary key (tenant_id, id),
  foreign key (tenant_id, link_id) references share_link (tenant_id, id) on delete cascade
);
create index share_access_of on share_access (tenant_id, link_id, at, id);
select secure_tenant_table('share_access');

-- Walls that wait for a link: a code that somebody types, and the secret that the browser keeps, both as MACs. A tenant
-- is in it once an administrator has typed the code; whoever holds the secret then takes the link, and the line goes.
create table screen_pairing (
  secret bytea primary key check (octet_length(secret) = 32),
  code bytea not null unique check (octet_length(code) = 32),
  expires_at timestamptz not null,
  tenant_id uuid,
  link_id uuid
);
create index screen_pairing_by_age on screen_pairing (expires_at);
grant select, insert, update, delete on screen_pairing to wellkept_app;
comment on table screen_pairing is 'no tenant: walls that wait for a link before the tenant is known';
