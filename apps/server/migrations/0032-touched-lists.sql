-- How often what a list shows has changed, by tenant: the sum over its slots. A change says so itself and raises one
-- slot, picked at random, as the last thing before its commit; so changes of one tenant do not wait for each other.
create table list_revision (
  tenant_id uuid not null,
  list text not null,
  slot smallint not null,
  n bigint not null,
  primary key (tenant_id, list, slot)
) with (fillfactor = 50);

-- Beside a running older version, which knows the triggers and the table of migration 0021 only: whoever has written
-- a row of these tables has committed when the locks are ours, so no trigger of before is under way.
lock table task, task_note, upload, building, location, amenity, amenity_type, app_user, tenant
  in share row exclusive mode;
insert into list_revision (tenant_id, list, slot, n) select tenant_id, 'tasks', 0, tasks from tenant_revision;
select secure_tenant_table('list_revision');
revoke delete on list_revision from wellkept_app;
-- Numbers of no meaning, read for all who ask at once; written in the tenant's own transaction only.
create policy anyone_reads on list_revision for select to wellkept_app using (true);

-- What an older instance reads is the same sum.
drop table tenant_revision;
create view tenant_revision with (security_invoker = true) as
  select tenant_id, sum(n)::bigint as tasks from list_revision where list = 'tasks' group by tenant_id;
grant select on tenant_revision to wellkept_app;

-- What an older instance writes is counted by the triggers still; they sleep where the connection says `app.touches`.
-- The next version drops both functions with their triggers, and the view.
create or replace function is_first_change_of_tasks(tenant uuid) returns boolean language plpgsql as $$
begin
  if current_setting('app.touches', true) = 'on' or current_setting('app.tasks_changed', true) = tenant::text then
    return false;
  end if;
  perform set_config('app.tasks_changed', tenant::text, true);
  return true;
end $$;

-- In the writer's own name, inside its tenant, so row security holds here too.
create or replace function raise_tasks_revision() returns trigger language plpgsql set search_path = '' as $$
declare
  tenant uuid;
begin
  if tg_table_name = 'tenant' then
    tenant := new.id;
  elsif tg_op = 'DELETE' then
    tenant := old.tenant_id;
  else
    tenant := new.tenant_id;
  end if;
  insert into public.list_revision as r (tenant_id, list, slot, n)
  values (tenant, 'tasks', floor(random() * 8)::smallint, 1)
  on conflict (tenant_id, list, slot) do update set n = r.n + 1;
  return null;
end $$;
