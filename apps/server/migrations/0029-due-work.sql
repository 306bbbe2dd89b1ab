-- What is to be done at a time, by kind and key: written and taken back in the transaction of its cause, and deleted in
-- the transaction that does it. What failed too often is parked, for people to see.
create table due_work (
  tenant_id uuid not null,
  kind text not null,
  key text not null,
  due_at timestamptz not null,
  attempts smallint not null default 0,
  parked_at timestamptz,
  fault text,
  primary key (tenant_id, kind, key)
);
create index due_work_by_time on due_work (due_at) where parked_at is null;
create index due_work_parked on due_work (parked_at) where parked_at is not null;
select secure_tenant_table('due_work');
create policy worker_reads on due_work for select to wellkept_worker using (true);
grant select on due_work to wellkept_worker;
