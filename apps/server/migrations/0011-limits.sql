-- The times at which requests of a bucket were let through. It has no tenant and tells nobody's name: a bucket is a
-- keyed hash. Unlogged: after a crash the buckets are empty, as they are after a restart in memory.
-- No index beside the key, and half of each page free: so an update stays on its page and touches no index.
create unlogged table rate_bucket (
  key text collate "C" primary key,
  -- microseconds since 1970, ascending, each once
  times bigint[] not null,
  expires_at timestamptz not null
) with (fillfactor = 50, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05);

-- Takes for many buckets at once, in the order given; callers give them in the order of the keys, so that two batches
-- cannot lock each other out. `moved` are the microseconds by which the product's clock differs from this one.
-- `given` are times of the caller that may be unknown here, for the bucket at place `given_to`; `oldest` and `newest`
-- (0: none) must be known, else the bucket is not whole and nothing is decided for it.
create function rate_take(
  keys text[], limits bigint[], windows bigint[], wants bigint[], oldest bigint[], newest bigint[],
  given_to bigint[], given bigint[], moved bigint
) returns table (
  whole boolean, now_at bigint, used bigint, granted bigint, first_at bigint, latest_at bigint, frees_at bigint
) language plpgsql security definer set search_path = '' as $$
declare
  held bigint[];
  own bigint[];
  gone integer;
  since bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. cardinality(keys) loop
    own := null;
    if cardinality(given) > 0 then
      select array_agg(g.t) into own from unnest(given_to, given) g(place, t) where g.place = i;
    end if;
    if wants[i] = 0 and own is null then
      select b.times into held from public.rate_bucket b where b.key = keys[i];
      held := coalesce(held, '{}');
    else
      loop
        select b.times into held from public.rate_bucket b where b.key = keys[i] for update;
        exit when found;
        insert into public.rate_bucket (key, times, expires_at) values (keys[i], '{}', 'epoch') on conflict do nothing;
      end loop;
    end if;
    -- Read when the bucket is ours: a request that waited for it is judged now, not when it came.
    now_at := floor(extract(epoch from clock_timestamp()) * 1000000)::bigint + moved;
    since := now_at - windows[i];
    gone := 0;
    while gone < cardinality(held) and held[gone + 1] <= since loop
      gone := gone + 1;
    end loop;
    if gone > 0 then
      held := held[gone + 1 :];
    end if;
    if own is not null then
      held := array(select distinct t from unnest(held || own) t where t > since order by t);
    end if;
    whole := (oldest[i] <= since or oldest[i] = any (held)) and (newest[i] <= since or newest[i] = any (held));
    used := cardinality(held);
    latest_at := coalesce(held[used::integer], 0);
    granted := 0;
    first_at := 0;
    if whole then
      granted := greatest(0, least(wants[i], limits[i] - used));
    end if;
    if granted > 0 then
      first_at := greatest(now_at, latest_at + 1);
      held := held || array(select generate_series(first_at, first_at + granted - 1));
    end if;
    frees_at := 0;
    if cardinality(held) >= limits[i] then
      frees_at := held[(cardinality(held) - limits[i] + 1)::integer];
    end if;
    if granted > 0 or own is not null then
      update public.rate_bucket b
        set times = held, expires_at = to_timestamp((now_at + windows[i]) / 1000000.0)
        where b.key = keys[i];
    end if;
    return next;
  end loop;
end $$;

-- Forgets buckets whose window has passed, by the same clock; those in use at this moment are passed over.
create function rate_sweep(moved bigint) returns void language sql security definer set search_path = '' as $$
  delete from public.rate_bucket where key in (
    select b.key from public.rate_bucket b
    where b.expires_at < clock_timestamp() + make_interval(secs => moved / 1000000.0)
    for update skip locked
  );
$$;

revoke all on function rate_take from public;
revoke all on function rate_sweep from public;
grant execute on function rate_take to wellkept_app;
grant execute on function rate_sweep to wellkept_worker;
