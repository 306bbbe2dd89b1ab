-- Limits without epochs and copied buckets (decision 0019): what rate_take did, without the times that a caller gave.
-- Takes for many buckets at once, in the order given; callers give them in the order of the keys, so that two batches
-- cannot lock each other out. `moved` are the microseconds by which the product's clock differs from this one.
--
-- A version before this one may still run, and then counts with it in rate_bucket. It needs rate_take, rate_take_in,
-- rate_lease, rate_quit, rate_move, rate_all, rate_epoch and rate_instance: without them it would refuse every request
-- where there is a Redis. A later migration drops them.
create function rate_spend(keys text[], limits bigint[], windows bigint[], wants bigint[], moved bigint) returns table (
  now_at bigint, used bigint, granted bigint, first_at bigint, latest_at bigint, frees_at bigint
) language plpgsql security definer set search_path = '' as $$
declare
  held bigint[];
  gone integer;
begin
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. cardinality(keys) loop
    if wants[i] = 0 then
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
    gone := 0;
    while gone < cardinality(held) and held[gone + 1] <= now_at - windows[i] loop
      gone := gone + 1;
    end loop;
    if gone > 0 then
      held := held[gone + 1 :];
    end if;
    used := cardinality(held);
    latest_at := coalesce(held[used::integer], 0);
    granted := greatest(0, least(wants[i], limits[i] - used));
    first_at := 0;
    if granted > 0 then
      first_at := greatest(now_at, latest_at + 1);
      for n in 0 .. granted - 1 loop
        held := held || (first_at + n);
      end loop;
      update public.rate_bucket b
        set times = held, expires_at = to_timestamp((now_at + windows[i]) / 1000000.0)
        where b.key = keys[i];
    end if;
    frees_at := coalesce(held[(cardinality(held) - limits[i] + 1)::integer], 0);
    return next;
  end loop;
end $$;

revoke all on function rate_spend from public;
grant execute on function rate_spend to wellkept_app;
