-- What was given to others while somebody is absent, and what stood in its place before.
create table operator_handover (
  tenant_id uuid not null,
  id uuid not null,
  operator_id uuid not null,
  task_id uuid not null,
  was_kind text not null check (was_kind in ('USER', 'OPERATOR')),
  was_id uuid not null,
  -- null: the pool
  to_kind text check (to_kind in ('USER', 'OPERATOR', 'COMPANY')),
  to_id uuid,
  handed_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, operator_id) references operator (tenant_id, id) on delete cascade,
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
create unique index operator_handover_by_operator on operator_handover (tenant_id, operator_id, task_id);
create index operator_handover_by_task on operator_handover (tenant_id, task_id);
select secure_tenant_table('operator_handover');

-- The other orders of the two lists.
create index company_by_age on company (tenant_id, created_at, id);
create index company_by_end on company (tenant_id, contract_until, id);
create index operator_by_age on operator (tenant_id, created_at, id);

-- The photo of a certificate.
alter table upload drop constraint upload_purpose_check,
  add constraint upload_purpose_check check (purpose in ('FEEDBACK', 'STATUS_REPORT', 'TASK', 'CERTIFICATE'));
