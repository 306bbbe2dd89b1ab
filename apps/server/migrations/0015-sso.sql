-- Single sign-on of one tenant. Secrets in here are encrypted under a key derived from SECRET.
create table sso_configuration (
  tenant_id uuid primary key references tenant (id),
  enabled boolean not null default false,
  protocol text not null check (protocol in ('OIDC', 'SAML')),
  issuer text,
  client_id text,
  client_secret text,
  scopes text[] not null default '{email,profile}',
  idp_entity_id text,
  idp_sso_url text,
  idp_certificates text[] not null default '{}',
  role_mapping jsonb not null default '[]',
  default_roles text[],
  just_in_time boolean not null default false,
  -- counts what a sign-in depends on; a test proves one of them
  configuration_version integer not null default 1,
  last_test jsonb,
  last_error jsonb,
  version integer not null default 2
);
select secure_tenant_table('sso_configuration');

-- The key, encrypted, and its certificate with which SAML requests are signed.
create table sso_key (
  tenant_id uuid primary key references tenant (id),
  private_key text not null,
  certificate text not null,
  created_at timestamptz not null
);
select secure_tenant_table('sso_key');

-- Directory: whose people sign in with which e-mail domain. Read before the tenant is known.
create table sso_domain_directory (
  domain text primary key,
  tenant_id uuid not null
);
create index sso_domain_of_tenant on sso_domain_directory (tenant_id);
grant select, insert, delete on sso_domain_directory to wellkept_app;

-- A sign-in on its way through the identity provider; spent once. What it proves is derived from its id, not stored.
create table sso_request (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('SIGN_IN', 'TEST')),
  configuration_version integer not null,
  return_to text,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id)
);
create index sso_request_by_age on sso_request (tenant_id, expires_at);
select secure_tenant_table('sso_request');

-- Assertions that were taken, until they could not be taken anyway.
create table sso_assertion (
  tenant_id uuid not null,
  hash text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, hash)
);
create index sso_assertion_by_age on sso_assertion (tenant_id, expires_at);
select secure_tenant_table('sso_assertion');

-- Who a person is at the identity provider. The address may change there; the subject does not.
create table sso_identity (
  tenant_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, issuer, subject),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index sso_identity_of_user on sso_identity (tenant_id, user_id);
select secure_tenant_table('sso_identity');

-- Read by every way in: while the first is set, only people with the second may come otherwise than by SSO.
alter table tenant add column sso_required boolean not null default false;
alter table app_user add column break_glass boolean not null default false;

-- The one-time token that a good answer of the identity provider becomes.
alter table mail_link drop constraint mail_link_kind_check;
alter table mail_link add constraint mail_link_kind_check
  check (kind in ('SIGN_IN', 'INVITATION', 'RESET', 'SUBSCRIPTION', 'SSO'));
