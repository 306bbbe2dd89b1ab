create table tool (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text collate natural_order not null,
  borrowed boolean not null,
  position integer not null,
  lock_code text,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index tool_by_position on tool (tenant_id, position, id);
select secure_tenant_table('tool');
comment on table tool is 'exported as tools';
comment on column tool.id is 'exported';
comment on column tool.name is 'exported as label';
comment on column tool.borrowed is 'exported';
comment on column tool.position is 'exported';
comment on column tool.lock_code is 'not exported: opens a cupboard';
comment on column tool.version is 'exported';
