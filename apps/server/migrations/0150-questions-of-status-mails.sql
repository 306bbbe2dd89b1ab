-- How often an address was asked of late whether it wants status mails, also where it was asked again or said no: a MAC of
-- it, for a day.
create table status_ask (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  address text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index status_ask_of on status_ask (tenant_id, address, at);
select secure_tenant_table('status_ask');
