-- What somebody leaves at the end of a shift for those who come next; gone after a day.
create table shift_note (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  operator_id uuid not null,
  -- as the author was when it was left: whoever changes company leaves the note where it belongs
  company_id uuid,
  building_ids uuid[] not null default '{}',
  text text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, operator_id) references operator (tenant_id, id) on delete cascade
);
create index shift_note_by_company on shift_note (tenant_id, company_id, at desc, id desc);
create index shift_note_by_operator on shift_note (tenant_id, operator_id);

create table shift_note_read (
  tenant_id uuid not null references tenant (id) on delete cascade,
  note_id uuid not null,
  operator_id uuid not null,
  at timestamptz not null,
  primary key (tenant_id, note_id, operator_id),
  foreign key (tenant_id, note_id) references shift_note (tenant_id, id) on delete cascade,
  foreign key (tenant_id, operator_id) references operator (tenant_id, id) on delete cascade
);
create index shift_note_read_by_operator on shift_note_read (tenant_id, operator_id);

select secure_tenant_table('shift_note');
select secure_tenant_table('shift_note_read');
