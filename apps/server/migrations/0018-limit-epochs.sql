-- Where limits are counted when there is a Redis beside this database (decision 0018). Each change of store begins an
-- epoch; nobody decides in it before all instances with a live lease have told what they let through before.
create table rate_epoch (
  one boolean primary key default true check (one),
  epoch bigint not null,
  -- filling: on the way to Redis; nobody decides
  store text not null check (store in ('postgres', 'filling', 'redis')),
  -- names what of Redis belongs to this epoch
  token text not null,
  moved_at timestamptz not null
);
insert into rate_epoch values (true, 1, 'postgres', '', now());

-- Unlogged as the buckets are: who finds its row gone knows that the buckets are gone too.
create unlogged table rate_instance (
  id text primary key,
  -- the epoch before which it has nothing left to tell, and in which it decides nothing any more
  told bigint not null,
  reaches_redis boolean not null,
  lease_until timestamptz not null
) with (fillfactor = 50);

-- Prolongs the lease of an instance, and tells where requests are counted. `has_told` is 0 when it begins. Shares a lock
-- with decisions; a change of store excludes both, so that no lease and no decision is half in an epoch.
create function rate_lease(me text, has_told bigint, reaches boolean, lease_ms integer) returns table (
  epoch bigint, store text, token text, age_ms bigint,
  -- whether its row was there
  known boolean,
  -- other instances with a live lease; those, with itself, that have not told; that do not reach Redis
  others bigint, untold bigint, unreaching bigint,
  -- instances whose lease has ended without a word
  silent text[]
) language plpgsql security definer set search_path = '' as $$
declare
  at timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock_shared(hashtextextended('rate_epoch', 0));
  at := clock_timestamp();
  select e.epoch, e.store, e.token, floor(extract(epoch from at - e.moved_at) * 1000)::bigint
    into rate_lease.epoch, rate_lease.store, rate_lease.token, age_ms from public.rate_epoch e;
  if rate_lease.store <> 'redis' then
    delete from public.rate_instance i where i.lease_until < at and i.id <> me;
  end if;
  known := exists (select from public.rate_instance i where i.id = me);
  insert into public.rate_instance as i (id, told, reaches_redis, lease_until)
    values (me, case when has_told = 0 then rate_lease.epoch else has_told end, reaches,
            at + make_interval(secs => lease_ms / 1000.0))
    on conflict (id) do update
      set told = excluded.told, reaches_redis = excluded.reaches_redis, lease_until = excluded.lease_until;
  select count(*) filter (where i.id <> me and i.lease_until >= at),
         count(*) filter (where i.lease_until >= at and i.told < rate_lease.epoch),
         count(*) filter (where i.lease_until >= at and not i.reaches_redis),
         coalesce(array_agg(i.id) filter (where i.lease_until < at), '{}')
    into others, untold, unreaching, silent from public.rate_instance i;
  return next;
end $$;

-- Forgets instances: the caller, or silent ones for whom it has told; not one that has spoken again since.
create function rate_quit(me text, silent text[]) returns void language sql security definer set search_path = '' as $$
  delete from public.rate_instance i
  where i.id = me or i.id = any (silent) and i.lease_until < clock_timestamp();
$$;

-- Changes the store, if it is still as the caller believes; every change begins an epoch, but for the last step to Redis.
create function rate_move(from_epoch bigint, from_store text, to_store text, new_token text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('rate_epoch', 0));
  if to_store = 'filling' and exists (
    select from public.rate_instance i
    where i.lease_until >= clock_timestamp() and (i.told < from_epoch or not i.reaches_redis)
  ) then
    return false;
  end if;
  update public.rate_epoch e
    set epoch = e.epoch + case when to_store = 'redis' then 0 else 1 end,
        store = to_store, token = new_token, moved_at = clock_timestamp()
    where e.epoch = from_epoch and e.store = from_store;
  return found;
end $$;

-- As rate_take, but answers nothing when another epoch has begun.
create function rate_take_in(
  in_epoch bigint,
  keys text[], limits bigint[], windows bigint[], wants bigint[], oldest bigint[], newest bigint[],
  given_to bigint[], given bigint[], moved bigint
) returns table (
  whole boolean, now_at bigint, used bigint, granted bigint, first_at bigint, latest_at bigint, frees_at bigint
) language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('rate_epoch', 0));
  if exists (select from public.rate_epoch e where e.epoch = in_epoch and e.store = 'postgres') then
    return query select * from public.rate_take(keys, limits, windows, wants, oldest, newest, given_to, given, moved);
  end if;
end $$;

-- The buckets that still count and let something through in the last `within_ms`, a page in the order of their keys;
-- `lasts_ms` from now.
create function rate_all(after text, amount integer, within_ms bigint, moved bigint)
returns table (key text, times bigint[], lasts_ms bigint) language sql security definer set search_path = '' as $$
  select b.key, b.times,
         ceil(extract(epoch from b.expires_at - clock_timestamp()) * 1000 - moved / 1000.0)::bigint
  from public.rate_bucket b
  where b.key > after collate "C" and b.expires_at > clock_timestamp() + make_interval(secs => moved / 1000000.0)
    and b.times[cardinality(b.times)]
        >= floor(extract(epoch from clock_timestamp()) * 1000000)::bigint + moved - within_ms * 1000
  order by b.key limit amount;
$$;

revoke all on function rate_lease, rate_quit, rate_move, rate_take_in, rate_all from public;
grant execute on function rate_lease, rate_quit, rate_move, rate_take_in, rate_all to wellkept_app;
