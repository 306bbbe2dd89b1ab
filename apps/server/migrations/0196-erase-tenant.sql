-- The request role may neither remove audit entries nor change counters. Of a tenant that is closing it may have all of
-- them removed. Row security holds for an owner who is no superuser, so the owner sees one tenant at a time.
create policy keeper on audit_head to current_user
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy keeper on list_revision to current_user
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy keeper on tenant for select to current_user
  using (id = nullif(current_setting('app.tenant_id', true), '')::uuid);

-- Removes up to `most` rows of the tenant of this transaction. @returns how many
create function erase_protected(protected text, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  removed integer;
begin
  if not exists (select from tenant t where t.id = erased and t.state in ('CLOSING', 'ERASED')) then
    raise exception 'The rows of a tenant that is not closing are kept';
  end if;
  case protected
    when 'audit_entry' then
      delete from audit_entry e where e.tenant_id = erased
        and e.id = any (array(select a.id from audit_entry a where a.tenant_id = erased limit most));
    when 'audit_head' then
      delete from audit_head h where h.tenant_id = erased;
    when 'list_revision' then
      delete from list_revision r where r.tenant_id = erased;
  end case;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke all on function erase_protected(text, integer) from public;
grant execute on function erase_protected(text, integer) to wellkept_app;

grant delete on qr_directory to wellkept_app;
grant delete on provider_event to wellkept_app;
