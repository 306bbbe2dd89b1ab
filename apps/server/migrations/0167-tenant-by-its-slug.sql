-- Whose address a sign-in names is asked by the requests' own role: it sees the one tenant whose slug the function is given,
-- and only while that runs.
create policy called on tenant for select to wellkept_app using (slug = current_setting('app.tenant_slug', true));
create function tenant_of_slug(wanted text) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  perform set_config('app.tenant_slug', wanted, true);
  select id into found_id from public.tenant where slug = wanted;
  perform set_config('app.tenant_slug', '', true);
  return found_id;
end $$;
revoke all on function tenant_of_slug from public;
grant execute on function tenant_of_slug to wellkept_app;
