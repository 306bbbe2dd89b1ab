-- What the platform shows of a tenant: numbers of the last hour, so that no list of tenants reads their rows.
create table tenant_usage (
  tenant_id uuid primary key,
  counted_at timestamptz not null,
  used jsonb not null,
  near text[] not null,
  members integer not null,
  buildings integer not null,
  qr_codes integer not null,
  feedback_today integer not null,
  feedback_30d integer not null,
  tasks_30d integer not null,
  storage_bytes bigint not null,
  last_active_at timestamptz,
  mails_sent integer not null,
  mails_failed integer not null,
  webhooks_delivered integer not null,
  webhooks_failed integer not null,
  reports_48h integer not null,
  quarantined_48h integer not null,
  bursts jsonb not null
);
comment on table tenant_usage is 'not exported: counts of rows that are exported';
comment on column tenant_usage.used is 'by limit of the plan';
comment on column tenant_usage.near is 'limits of which 80 % or more are used';
comment on column tenant_usage.mails_sent is 'in 24 hours, as the following three';
comment on column tenant_usage.bursts is '[{at, source (hash of the day), reports, amenities}] of 48 hours';
select secure_tenant_table('tenant_usage');
create policy worker_reads on tenant_usage for select to wellkept_worker using (true);
grant select on tenant_usage to wellkept_worker;

-- The list of all tenants in its first order.
create index tenant_by_name on tenant (fold_name(name), id) where state <> 'ERASED';

-- Support that reads in a tenant for 15 minutes. `by_id` is of no member.
create table support_access (
  tenant_id uuid not null,
  id uuid not null,
  by_id uuid not null,
  by_email text not null,
  reason text not null,
  ticket text,
  opened_at timestamptz not null,
  until timestamptz not null,
  ended_at timestamptz,
  reads integer not null default 0,
  primary key (tenant_id, id)
);
create index support_access_by_age on support_access (tenant_id, opened_at);
comment on table support_access is 'not exported: is in audit-log';
select secure_tenant_table('support_access');

-- A search by request id reads the audit logs of all tenants, of which the worker sees no more than this.
create policy worker_reads on audit_entry for select to wellkept_worker using (true);
grant select (tenant_id, request_id, at) on audit_entry to wellkept_worker;
