-- Which accounts of an address are proved. Those come first, however many others a stranger opens at it.
alter table email_directory add column proved boolean not null default false;

-- Where the owner of the tables is no superuser, forced row security would hide every row from it.
alter table app_user no force row level security;
update email_directory d set proved = true
from app_user u
where u.tenant_id = d.tenant_id and u.id = d.user_id and u.email_verified_at is not null;
alter table app_user force row level security;

-- However an address is proved: by mail, by a provider, by an organisation.
create function email_proved() returns trigger language plpgsql as $$
begin
  update email_directory set proved = true
  where email = new.email and tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
create trigger email_proved after update of email_verified_at on app_user
  for each row when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function email_proved();
