-- People who run the platform. They are members of no tenant, so none of these tables has one.
create table platform_user (
  id uuid primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  totp_secret text not null,
  last_step bigint not null default 0,
  recovery_codes text[] not null default '{}',
  created_at timestamptz not null
);
comment on table platform_user is E'no tenant: super admins, who run the platform\nnot exported: of no tenant';
comment on column platform_user.totp_secret is 'encrypted';
comment on column platform_user.last_step is 'the newest 30 seconds whose code was used, so that a code works once';
comment on column platform_user.recovery_codes is 'SHA-256 of those that are not used';
grant select, insert, update, delete on platform_user to wellkept_app;

create table platform_session (
  id uuid primary key,
  user_id uuid not null references platform_user (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index platform_session_by_user on platform_session (user_id, created_at);
comment on table platform_session is E'no tenant: sessions of super admins, of 30 minutes\nnot exported: of no tenant';
grant select, insert, update, delete on platform_session to wellkept_app;

-- A chain like that of a tenant. It names tenants by id only: that of an erased tenant means nothing any more.
create table platform_audit (
  id uuid primary key,
  seq bigint not null unique,
  at timestamptz not null,
  actor_id text not null,
  actor_email text not null,
  action text not null,
  target text,
  request_id text not null,
  changes json,
  changes_mac bytea,
  hash bytea not null
);
create index platform_audit_by_age on platform_audit (at, id);
create index platform_audit_by_target on platform_audit (target, at) where target is not null;
comment on table platform_audit is E'no tenant: what super admins did, for 400 days\nnot exported: of no tenant';
comment on column platform_audit.changes is '{reason, changes}';
grant select, insert on platform_audit to wellkept_app;
grant select, delete on platform_audit to wellkept_worker;

create table platform_audit_head (
  one boolean primary key default true check (one),
  seq bigint not null,
  hash bytea not null,
  first_seq bigint not null,
  first_hash bytea not null,
  key text not null,
  mac bytea not null
);
comment on table platform_audit_head is E'no tenant: the ends of the chain of platform_audit, and its key\nnot exported: of no tenant';
grant select, insert, update on platform_audit_head to wellkept_app;
grant select, update on platform_audit_head to wellkept_worker;

create table platform_answer (
  caller uuid not null,
  route text not null,
  key text not null,
  fingerprint text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (caller, route, key)
);
create index platform_answer_age on platform_answer (created_at);
comment on table platform_answer is E'no tenant: answers to repeated requests of super admins, encrypted, for a day\nnot exported: of no tenant';
grant select, insert, update, delete on platform_answer to wellkept_app;

create table announcement (
  id uuid primary key,
  kind text not null,
  title text not null,
  body text not null,
  texts jsonb not null default '{}',
  audience jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  created_by text not null
);
create index announcement_end on announcement (ends_at);
comment on table announcement is E'no tenant: notices of the platform to staff\nnot exported: of no tenant';
grant select, insert, update on announcement to wellkept_app;
grant select, delete on announcement to wellkept_worker;
