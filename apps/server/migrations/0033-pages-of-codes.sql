-- How often a tenant's rows were written, whatever was written: a page made under the number that still stands holds.
-- Raised as the last step of the transaction, in one slot picked at random, and not by one that has changed nothing.
create function count_write() returns void language sql set search_path = '' as $$
  insert into public.list_revision as r (tenant_id, list, slot, n)
  select pg_catalog.current_setting('app.tenant_id')::uuid, 'writes', pg_catalog.floor(pg_catalog.random() * 8)::smallint, 1
  where pg_catalog.pg_current_xact_id_if_assigned() is not null
  on conflict (tenant_id, list, slot) do update set n = r.n + 1
$$;
revoke all on function count_write from public;
grant execute on function count_write to wellkept_app;
