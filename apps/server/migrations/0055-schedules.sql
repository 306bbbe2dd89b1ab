-- Recurring work: what is to be done, and in which rhythm on the clock of its place.
create table schedule (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  enabled boolean not null default true,
  kind text not null default 'TASK' check (kind in ('TASK', 'ROUND')),
  -- RFC 5545; null: once
  rrule text,
  -- on the place's clock, e.g. 2026-11-23T07:00
  starts_at text not null,
  time_zone text not null,
  -- {title, description, priority, category, checklist, buildingId, amenityIds, assignee, dueAfterMinutes}
  template jsonb not null,
  if_open text not null default 'SKIP' check (if_open in ('SKIP', 'CREATE')),
  -- no time up to this one is made any more, so none comes twice
  done_until timestamptz not null,
  last_run_at timestamptz,
  -- the next five times, and the first of them
  upcoming timestamptz[] not null default '{}',
  next_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index schedule_by_name on schedule (tenant_id, name, id);
create index schedule_by_age on schedule (tenant_id, created_at, id);
create index schedule_by_next on schedule (tenant_id, next_at, id);
select secure_tenant_table('schedule');

-- The last task that a schedule made at each of its amenities (slot: its id; empty where it names none), so that the
-- next one may wait for it.
create table schedule_run (
  tenant_id uuid not null,
  schedule_id uuid not null,
  slot text not null,
  task_id uuid not null,
  at timestamptz not null,
  primary key (tenant_id, schedule_id, slot),
  foreign key (tenant_id, schedule_id) references schedule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
create index schedule_run_by_task on schedule_run (tenant_id, task_id);
select secure_tenant_table('schedule_run');
