-- Scouts can be erased once they are revoked.
create or replace function erase_audit_names(person uuid) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    update audit_entry e set
      actor_name = case when e.actor_kind in ('USER', 'SCOUT') and e.actor_id = person::text then '' else e.actor_name end,
      target_name = case when e.target = person::text then '' else e.target_name end,
      changes = case when e.target = person::text then null else e.changes end,
      changes_mac = case when e.target = person::text then null else e.changes_mac end
    where e.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
      and ((e.actor_kind in ('USER', 'SCOUT') and e.actor_id = person::text) or e.target = person::text)
      and (exists (
        select from app_user u
        where u.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
          and u.id = person and u.removed_at is not null)
      or exists (
        select from operator o
        where o.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
          and o.id = person and o.state = 'INACTIVE')
      or exists (
        select from scout s
        where s.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
          and s.id = person and s.state = 'REVOKED'))
    returning 1)
  select count(*) from erased
$$;
