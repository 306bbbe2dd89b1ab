-- One-time codes that people type, found before their tenant is known: kept as HMAC, so the table opens nothing.
create table one_time_code (
  kind text not null,
  hash text not null,
  tenant_id uuid not null,
  subject_id uuid not null,
  expires_at timestamptz not null,
  taken_at timestamptz,
  device_hash text,
  primary key (kind, hash)
);
create index one_time_code_of_subject on one_time_code (tenant_id, kind, subject_id);
create index one_time_code_expiry on one_time_code (expires_at);
comment on table one_time_code is 'no tenant: says whose a code is before its tenant is known';
grant select, insert, update, delete on one_time_code to wellkept_app;
grant select, delete on one_time_code to wellkept_worker;

-- Sealed states of OAuth that have come back; each counts once.
create table spent_state (
  hash text primary key,
  expires_at timestamptz not null
);
create index spent_state_expiry on spent_state (expires_at);
comment on table spent_state is 'no tenant: hashes of states that came back';
grant select, insert, delete on spent_state to wellkept_app;
grant select, delete on spent_state to wellkept_worker;
