-- Who writes a file of a list for whom at this moment: two at once for a tenant, over all instances. A slot belongs to
-- its holder until `until`, which moves on as long as somebody reads.
create table export_slot (
  tenant_id uuid not null,
  id uuid not null,
  place smallint not null check (place in (1, 2)),
  until timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, place)
);
select secure_tenant_table('export_slot');
