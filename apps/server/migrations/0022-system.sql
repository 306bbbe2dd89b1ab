-- What the instances of this service tell each other: one row, nothing of any tenant, so no row security. Requests of
-- tenants and visitors cannot read it.
create table service_state (
  id boolean primary key default true check (id),
  maintenance boolean not null default false,
  maintenance_message text not null default '',
  maintenance_since timestamptz,
  worker_seen_at timestamptz,
  mail_sent_at timestamptz,
  mail_failed_at timestamptz
);
insert into service_state default values;
grant select, update on service_state to wellkept_worker;

-- The last run of each schedule, and whose run it is now. A run is somebody's until its lease ends by the clock of the
-- database; who works renews it, so what a killed process held is free again within a minute.
create table job_run (
  name text primary key,
  runner uuid,
  lease_until timestamptz,
  running_since timestamptz,
  started_at timestamptz,
  milliseconds integer,
  result text check (result in ('OK', 'FAILED')),
  message text not null default ''
);
grant select, insert, update on job_run to wellkept_worker;

-- The level of the migrations is part of the health of the service.
grant select on schema_migration to wellkept_worker;
