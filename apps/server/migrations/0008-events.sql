-- What happened, written in the transaction of the change. `dispatched_at` is set when its jobs were made.
create table event (
  tenant_id uuid not null,
  id uuid not null,
  type text not null,
  payload jsonb not null,
  at timestamptz not null,
  dispatched_at timestamptz,
  primary key (tenant_id, id)
);
create index event_waiting on event (id) where dispatched_at is null;
create index event_by_age on event (tenant_id, at desc, id desc);
select secure_tenant_table('event');
create policy intake on event for insert to wellkept_intake with check (true);
grant insert on event to wellkept_intake;
create policy worker on event to wellkept_worker using (true) with check (true);
grant select, update, delete on event to wellkept_worker;

-- Which subscriber has handled which event, written in the subscriber's transaction: a second delivery changes nothing.
create table event_handled (
  tenant_id uuid not null,
  event_id uuid not null,
  subscriber text not null,
  at timestamptz not null,
  primary key (tenant_id, event_id, subscriber)
);
create index event_handled_by_age on event_handled (tenant_id, at);
select secure_tenant_table('event_handled');
