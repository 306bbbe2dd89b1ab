-- The request role may not remove audit entries. Of a tenant that is closing it may have all of them removed.
create policy keeper on audit_head to current_user
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy keeper on tenant for select to current_user
  using (id = nullif(current_setting('app.tenant_id', true), '')::uuid);

-- Removes up to `most` audit entries of the tenant of this transaction, and the ends of the chain with the last ones.
create function erase_audit(most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  removed integer;
begin
  if not exists (select from tenant t where t.id = erased and t.state in ('CLOSING', 'ERASED')) then
    raise exception 'The audit log of a tenant that is not closing is kept';
  end if;
  delete from audit_entry e where e.tenant_id = erased
    and e.id = any (array(select a.id from audit_entry a where a.tenant_id = erased limit most));
  get diagnostics removed = row_count;
  if removed < most then
    delete from audit_head h where h.tenant_id = erased;
  end if;
  return removed;
end $$;
revoke all on function erase_audit(integer) from public;
grant execute on function erase_audit(integer) to wellkept_app;

grant delete on qr_directory to wellkept_app;
grant delete on list_revision to wellkept_app;
grant delete on provider_event to wellkept_app;
