-- Tenants and people who were erased, so that a restored backup does not bring them back.
create table erasure (
  id uuid primary key,
  at timestamptz not null,
  erased_tenant uuid not null,
  erased_person uuid,
  unique nulls not distinct (erased_tenant, erased_person)
);
comment on table erasure is E'no tenant: ids of who was erased, which outlive the tenant, for restores\nnot exported: says who is gone';
comment on column erasure.erased_person is 'null: the whole tenant';
grant select, insert on erasure to wellkept_app;
grant select on erasure to wellkept_worker;
