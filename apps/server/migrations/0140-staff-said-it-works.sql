-- outside a transaction
-- When staff last said of an item that it works; null where they never did, or have said otherwise since. Versions before
-- do not write it: what they are told counts when it is said again.
alter table status_item add column if not exists working_said_at timestamptz;
-- Of items that are as staff said: since when the history knows it, which is their word or before it.
-- The owner need not be a superuser: for a moment it may see these tables.
alter table status_item no force row level security;
alter table status_change no force row level security;
update status_item i set working_said_at = (
    select min(c.at) from status_change c
    where c.tenant_id = i.tenant_id and c.amenity_id = i.amenity_id and c.item_id = i.id
      and c.at > (select max(w.at) from status_change w where w.tenant_id = i.tenant_id and w.amenity_id = i.amenity_id
        and w.item_id = i.id and w.state <> 'OPERATIONAL'))
  where i.state_set_by = 'STAFF' and i.state = 'OPERATIONAL' and i.working_said_at is null;
alter table status_change force row level security;
alter table status_item force row level security;
