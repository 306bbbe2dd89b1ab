-- Why a tenant may only be read and until when, and limits that differ from those of its plan for a time.
alter table tenant add column state_reason text;
alter table tenant add column state_message text;
alter table tenant add column grace_until timestamptz;
alter table tenant add column erase_at timestamptz;
alter table tenant add column limit_overrides jsonb not null default '[]';
comment on column tenant.state_message is 'what staff are told while they may only read; null: the usual text';
comment on column tenant.limit_overrides is '[{limit, value (null: unlimited), until, reason}]';

create table feature_flag (
  key text primary key,
  everywhere boolean,
  plans jsonb not null default '{}',
  tenants jsonb not null default '{}',
  updated_at timestamptz not null
);
comment on table feature_flag is 'no tenant: which features are switched on, by tenant, plan and everywhere';
grant select, insert, update on feature_flag to wellkept_app;
grant select on feature_flag to wellkept_worker;
