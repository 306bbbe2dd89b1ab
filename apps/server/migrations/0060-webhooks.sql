-- Addresses of other systems that hear of events.
create table webhook (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  url text not null,
  description text not null default '',
  events text[] not null,
  enabled boolean not null default true,
  -- why it is not enabled
  reason text check (reason in ('PAUSED', 'GONE', 'FAILING')),
  -- both encrypted; the one before signs too until its time is over
  secret text not null,
  former_secret text,
  former_until timestamptz,
  -- since it was last made, enabled, or sent to another address
  enabled_at timestamptz not null,
  last_success_at timestamptz,
  -- of the failures since the last success
  failing_since timestamptz,
  failures integer not null default 0,
  -- when the administrators were told that the plan has no webhooks any more
  plan_told_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- its rows are removed bit by bit
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index webhook_by_age on webhook (tenant_id, created_at, id);
select secure_tenant_table('webhook');
-- Whether anybody hears is asked for many tenants at once, and nothing else.
create policy worker_reads on webhook for select to wellkept_worker using (true);
grant select (tenant_id, id, enabled, deleted_at) on webhook to wellkept_worker;

-- One event for one webhook.
create table webhook_delivery (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null,
  -- the record that the event is about
  subject_id uuid,
  event_at timestamptz not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  -- made at the first try, then sent as it is
  body text,
  -- by themselves, not those that somebody asked for
  tries integer not null default 0,
  next_attempt_at timestamptz,
  -- it is being sent; whoever does so has died when this is over
  claimed_until timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, webhook_id, event_id),
  foreign key (tenant_id, webhook_id) references webhook (tenant_id, id) on delete cascade
);
create index webhook_delivery_due on webhook_delivery (tenant_id, webhook_id, next_attempt_at)
  where state = 'PENDING' and claimed_until is null;
create index webhook_delivery_claimed on webhook_delivery (tenant_id, webhook_id, claimed_until)
  where claimed_until is not null;
create index webhook_delivery_log on webhook_delivery (tenant_id, webhook_id, created_at, id);
create index webhook_delivery_of_record on webhook_delivery (tenant_id, webhook_id, subject_id);
create index webhook_delivery_by_state on webhook_delivery (tenant_id, webhook_id, state, created_at, id);
select secure_tenant_table('webhook_delivery');

-- What came of each try.
create table webhook_attempt (
  tenant_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  at timestamptz not null,
  -- null: no answer
  status integer,
  duration_ms integer not null,
  -- null: it was taken
  error text,
  -- how the answer begins
  answer text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, delivery_id) references webhook_delivery (tenant_id, id) on delete cascade
);
create index webhook_attempt_of on webhook_attempt (tenant_id, delivery_id, at);
select secure_tenant_table('webhook_attempt');
