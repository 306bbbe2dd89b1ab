-- Validating blocks no writes.
alter table finding validate constraint finding_tenant_id_inspection_id_fkey;
