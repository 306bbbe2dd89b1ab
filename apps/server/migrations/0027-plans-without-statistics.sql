-- Who the tenants are says nothing of how many rows the next one has. With statistics of tenant_id a tenant that came
-- after the last ANALYZE was taken to have no rows, and joins read all its rows for each row. Without them every tenant
-- is taken to have a two-hundredth of the table, and each row is looked up by its key.
create or replace function secure_tenant_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy tenant_isolation on %I to wellkept_app
       using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', name);
  execute format('grant select, insert, update, delete on %I to wellkept_app', name);
  execute format('alter table %I alter column tenant_id set statistics 0', name);
end $$;

-- What was gathered must go too: it would never be renewed. Where the database does not let us, all stays as it was.
do $$
declare
  tenant_table regclass;
  place smallint;
  clears boolean := current_setting('server_version_num')::int >= 180000;
begin
  for tenant_table, place in
    select c.oid, a.attnum from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
  loop
    if exists (select from pg_stats s join pg_class c on c.oid = tenant_table and c.relname = s.tablename
               where s.schemaname = 'public' and s.attname = 'tenant_id') then
      if clears then
        perform pg_clear_attribute_stats('public', (select relname from pg_class where oid = tenant_table), 'tenant_id', false);
      elsif (select rolsuper from pg_roles where rolname = current_user) then
        delete from pg_statistic where starelid = tenant_table and staattnum = place;
      else
        continue;
      end if;
    end if;
    execute format('alter table %s alter column tenant_id set statistics 0', tenant_table);
  end loop;
end $$;
