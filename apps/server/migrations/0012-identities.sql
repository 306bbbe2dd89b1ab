-- Accounts of other providers that sign a person in. `subject` is a SHA-256 of what the provider calls them.
create table user_identity (
  tenant_id uuid not null,
  provider text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, provider, subject),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index user_identity_by_user on user_identity (tenant_id, user_id);
select secure_tenant_table('user_identity');

-- Directory: which tenants know such an account. Read before the tenant is known.
create table identity_directory (
  provider text not null,
  subject text not null,
  tenant_id uuid not null,
  user_id uuid not null,
  primary key (provider, subject, tenant_id)
);
create index identity_directory_by_user on identity_directory (tenant_id, user_id);
grant select, insert, update, delete on identity_directory to wellkept_app;

-- Wrong passwords in a row; a hundred close the password until another way in was used.
alter table app_user add column failed_sign_ins integer not null default 0;

-- Spent refresh tokens of the last seconds, with the time in milliseconds when each was spent. It takes the place of
-- spent_token and rotated_at, which stay while instances of the version before may still run.
alter table session add column just_spent jsonb not null default '{}';

-- Mails that wait for the end of their reader's quiet hours.
create table mail_waiting (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  payload jsonb not null,
  due_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index mail_waiting_due on mail_waiting (tenant_id, due_at);
select secure_tenant_table('mail_waiting');
