-- The clock of a reactive task: kept in the transaction of each change of its task. Where there is none the task has
-- none: it is planned work, was merged, or the plan has no SLA.
create table sla_clock (
  tenant_id uuid not null,
  task_id uuid not null,
  policy_id uuid,
  -- of this run: since the creation, or since the last reopening
  started_at timestamptz not null,
  reopen_count integer not null,
  respond_by timestamptz,
  respond_risk_at timestamptz,
  resolve_by timestamptz,
  resolve_risk_at timestamptz,
  responded_at timestamptz,
  resolved_at timestamptz,
  paused_since timestamptz,
  pause_reason text check (pause_reason in ('PARTS', 'ACCESS', 'VENDOR', 'VISITOR', 'OTHER')),
  -- [{from, to, reason}] in milliseconds since 1970, at most a hundred, and their sum
  pauses jsonb not null default '[]',
  paused_ms bigint not null default 0,
  -- which moments of this run have been told of
  told text[] not null default '{}',
  -- in this run or in one before
  breached boolean not null default false,
  -- the next moment of which to tell
  next_at timestamptz,
  primary key (tenant_id, task_id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
-- What has come due, over all tenants: to make due work again where a row is missing.
create index sla_clock_due on sla_clock (next_at) where next_at is not null;
select secure_tenant_table('sla_clock');
create policy worker_reads on sla_clock for select to wellkept_worker using (true);
grant select on sla_clock to wellkept_worker;

-- Running work of tenants that are there gets its clocks by the same walk that follows a change of policies.
-- The owner need not be a superuser: for a moment it may see these tables.
alter table tenant no force row level security;
alter table due_work no force row level security;
insert into due_work (tenant_id, kind, key, due_at)
  select id, 'sla.follow', '', now() from tenant where plan in ('PRO', 'BUSINESS', 'ENTERPRISE') and state <> 'ERASED';
alter table tenant force row level security;
alter table due_work force row level security;
