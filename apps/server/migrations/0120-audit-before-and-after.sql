-- What an entry says was and is now. It stands outside the hash of the chain, as names do, so that it can be erased; its
-- own MAC is over that hash too, so that it can be neither changed nor moved to another entry.
alter table audit_entry
  -- as text, byte for byte, since the MAC is over it
  add column changes json,
  add column changes_mac bytea;

-- With the names goes what was changed of the person's own record.
create or replace function erase_audit_names(person uuid) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    update audit_entry e set
      actor_name = case when e.actor_kind = 'USER' and e.actor_id = person::text then '' else e.actor_name end,
      target_name = case when e.target = person::text then '' else e.target_name end,
      changes = case when e.target = person::text then null else e.changes end,
      changes_mac = case when e.target = person::text then null else e.changes_mac end
    where e.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
      and ((e.actor_kind = 'USER' and e.actor_id = person::text) or e.target = person::text)
      and (exists (
        select from app_user u
        where u.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
          and u.id = person and u.removed_at is not null)
      or exists (
        select from operator o
        where o.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
          and o.id = person and o.state = 'INACTIVE'))
    returning 1)
  select count(*) from erased
$$;
