-- As before, in PL/pgSQL with the tenant in a variable: Citus plans no SQL function with a parameter, and finds the node
-- by a value only. Entries that hold nothing more of the person are not written again.
create or replace function erase_audit_names(person uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  mine uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  erased bigint;
begin
  if not exists (
      select from app_user u where u.tenant_id = mine and u.id = person and u.removed_at is not null)
    and not exists (
      select from operator o where o.tenant_id = mine and o.id = person and o.state = 'INACTIVE')
    and not exists (
      select from scout s where s.tenant_id = mine and s.id = person and s.state = 'REVOKED')
  then return 0;
  end if;
  update audit_entry e set
    actor_name = case when e.actor_kind in ('USER', 'SCOUT') and e.actor_id = person::text then '' else e.actor_name end,
    target_name = case when e.target = person::text then '' else e.target_name end,
    changes = case when e.target = person::text then null else e.changes end,
    changes_mac = case when e.target = person::text then null else e.changes_mac end
  where e.tenant_id = mine
    and ((e.actor_kind in ('USER', 'SCOUT') and e.actor_id = person::text and e.actor_name <> '')
      or (e.target = person::text and (e.target_name <> '' or e.changes is not null)));
  get diagnostics erased = row_count;
  return erased;
end $$;
