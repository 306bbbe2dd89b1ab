-- Roles that requests and jobs run as. None owns a table, none is a superuser, none has BYPASSRLS.
-- They belong to the whole cluster, so another database of the same cluster may have made them already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['wellkept_app', 'wellkept_intake', 'wellkept_worker'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another instance made it in the same instant
    end;
    if not pg_has_role(current_user, wanted, 'member') or not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant %I to current_user', wanted);
      exception when others then
        if not pg_has_role(current_user, wanted, 'member') then raise; end if;
      end;
    end if;
  end loop;
end $$;

grant usage on schema public to wellkept_app, wellkept_intake, wellkept_worker;

-- The lines with which every tenant table ends: row security on and forced, one policy, rights of the request role.
create function secure_tenant_table(name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format(
    'create policy tenant_isolation on %I to wellkept_app
       using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', name);
  execute format('grant select, insert, update, delete on %I to wellkept_app', name);
end $$;
revoke all on function secure_tenant_table(text) from public;
