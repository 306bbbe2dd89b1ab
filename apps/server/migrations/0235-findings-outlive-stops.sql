-- A round that is handed back gets new stops; what was found there stays.
alter table finding drop constraint finding_tenant_id_inspection_id_fkey,
  add constraint finding_tenant_id_inspection_id_fkey foreign key (tenant_id, inspection_id)
    references round_stop (tenant_id, id) on delete set null (inspection_id);
