-- The program empties finding.inspection_id before it removes a stop, so the key no longer does (docs/distribution.md).
alter table finding drop constraint finding_tenant_id_inspection_id_fkey;
alter table finding add constraint finding_tenant_id_inspection_id_fkey foreign key (tenant_id, inspection_id)
  references round_stop (tenant_id, id) not valid;
