-- How often what a task list shows has changed, by tenant: an answer that was made under the number that still stands
-- holds. Raised in the transaction of the change and as the last thing of it, so nobody waits behind it for longer
-- than a commit, and it cannot be locked crosswise with other rows. A number of no meaning: no content, no row security.
-- No index beside the key, so an update stays on its page.
create table tenant_revision (
  tenant_id uuid primary key,
  tasks bigint not null default 0
) with (fillfactor = 50);
grant select on tenant_revision to wellkept_app;

-- Once for each transaction and tenant, however many rows change; what a savepoint takes back is asked again.
create function is_first_change_of_tasks(tenant uuid) returns boolean language plpgsql as $$
begin
  if current_setting('app.tasks_changed', true) = tenant::text then
    return false;
  end if;
  perform set_config('app.tasks_changed', tenant::text, true);
  return true;
end $$;

create function raise_tasks_revision() returns trigger language plpgsql security definer set search_path = '' as $$
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
  insert into public.tenant_revision as r (tenant_id, tasks) values (tenant, 1)
  on conflict (tenant_id) do update set tasks = r.tasks + 1;
  return null;
end $$;
revoke all on function raise_tasks_revision from public;

-- Rows of the list, and how many notes and which photos they show.
create constraint trigger tasks_revision_written after insert or update on task deferrable initially deferred
  for each row when (is_first_change_of_tasks(new.tenant_id)) execute function raise_tasks_revision();
create constraint trigger tasks_revision_deleted after delete on task deferrable initially deferred
  for each row when (is_first_change_of_tasks(old.tenant_id)) execute function raise_tasks_revision();
create constraint trigger tasks_revision_written after insert or update on task_note deferrable initially deferred
  for each row when (is_first_change_of_tasks(new.tenant_id)) execute function raise_tasks_revision();
create constraint trigger tasks_revision_deleted after delete on task_note deferrable initially deferred
  for each row when (is_first_change_of_tasks(old.tenant_id)) execute function raise_tasks_revision();
create constraint trigger tasks_revision_inserted after insert on upload deferrable initially deferred
  for each row when (new.task_id is not null and is_first_change_of_tasks(new.tenant_id))
  execute function raise_tasks_revision();
create constraint trigger tasks_revision_updated after update on upload deferrable initially deferred
  for each row when ((new.task_id is not null or old.task_id is not null) and is_first_change_of_tasks(new.tenant_id))
  execute function raise_tasks_revision();
create constraint trigger tasks_revision_deleted after delete on upload deferrable initially deferred
  for each row when (old.task_id is not null and is_first_change_of_tasks(old.tenant_id))
  execute function raise_tasks_revision();

-- Names that stand beside a task, and the language in which it is read. A row that is new is not shown by any yet.
create constraint trigger tasks_revision_updated after update of name on building deferrable initially deferred
  for each row when (old.name is distinct from new.name and is_first_change_of_tasks(new.tenant_id))
  execute function raise_tasks_revision();
create constraint trigger tasks_revision_updated after update of name, parent_id on location deferrable initially deferred
  for each row when ((old.name, old.parent_id) is distinct from (new.name, new.parent_id)
    and is_first_change_of_tasks(new.tenant_id))
  execute function raise_tasks_revision();
create constraint trigger tasks_revision_deleted after delete on location deferrable initially deferred
  for each row when (is_first_change_of_tasks(old.tenant_id)) execute function raise_tasks_revision();
create constraint trigger tasks_revision_updated after update of name, type, location_id on amenity
  deferrable initially deferred
  for each row when ((old.name, old.type, old.location_id) is distinct from (new.name, new.type, new.location_id)
    and is_first_change_of_tasks(new.tenant_id))
  execute function raise_tasks_revision();
create constraint trigger tasks_revision_written after insert or update on amenity_type deferrable initially deferred
  for each row when (is_first_change_of_tasks(new.tenant_id)) execute function raise_tasks_revision();
create constraint trigger tasks_revision_deleted after delete on amenity_type deferrable initially deferred
  for each row when (is_first_change_of_tasks(old.tenant_id)) execute function raise_tasks_revision();
create constraint trigger tasks_revision_updated after update of name, language on app_user deferrable initially deferred
  for each row when ((old.name, old.language) is distinct from (new.name, new.language)
    and is_first_change_of_tasks(new.tenant_id))
  execute function raise_tasks_revision();
create constraint trigger tasks_revision_updated after update of settings on tenant deferrable initially deferred
  for each row when (old.settings is distinct from new.settings and is_first_change_of_tasks(new.id))
  execute function raise_tasks_revision();
