-- Whether a session was opened by single sign-on; null: before this was kept. Where SSO becomes the only way in, the
-- others end, and one that is opened in that very moment is refused.
alter table session add column by_sso boolean;

-- Both are left from before tokens rotated in families; nothing reads or writes them.
comment on column session.spent_token is 'not used any more';
comment on column session.rotated_at is 'not used any more';

-- The key, encrypted, and its certificate with which an identity provider encrypts assertions for this tenant; null
-- until it was given out.
alter table sso_key
  add column encryption_private_key text,
  add column encryption_certificate text;

-- Takes the name of a person who was removed out of the audit log, and what others' entries call them; the chain does
-- not hold names. The request role may change nothing in the log, and may do only this, for a person of its tenant who
-- is no member any more: else whoever speaks for that role could make members' deeds nameless.
create policy keeper on app_user for select to current_user
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

create function erase_audit_names(person uuid) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with erased as (
    update audit_entry e set
      actor_name = case when e.actor_kind = 'USER' and e.actor_id = person::text then '' else e.actor_name end,
      target_name = case when e.target = person::text then '' else e.target_name end
    where e.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
      and ((e.actor_kind = 'USER' and e.actor_id = person::text) or e.target = person::text)
      and exists (
        select from app_user u
        where u.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
          and u.id = person and u.removed_at is not null)
    returning 1)
  select count(*) from erased
$$;
revoke all on function erase_audit_names(uuid) from public;
grant execute on function erase_audit_names(uuid) to wellkept_app;
