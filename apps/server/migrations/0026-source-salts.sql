-- The salts under which a visitor's address becomes a source: one for each day of UTC, the same for all
-- instances, encrypted under a key that only they have. Unlogged, so no log of changes and no copy made from one ever
-- holds a salt; after a crash of the database the day begins another. No tenant, no content, so no row security; nobody
-- reads or writes the table but through these functions.
create unlogged table source_salt (
  day date primary key,
  sealed text not null
);

-- The salt of a day: `fresh` where there is none yet or where it is still the one that the caller cannot read. Of two
-- that ask at once both get the same.
create function source_salt_of(wanted date, fresh text, unreadable text) returns text
language sql volatile security definer set search_path = '' as $$
  insert into public.source_salt as s (day, sealed) values (wanted, fresh)
  on conflict (day) do update set sealed = excluded.sealed where s.sealed = unreadable;
  select s.sealed from public.source_salt s where s.day = wanted;
$$;

create function forget_source_salts(before date) returns void
language sql security definer set search_path = '' as $$
  delete from public.source_salt s where s.day < before;
$$;

revoke all on function source_salt_of, forget_source_salts from public;
grant execute on function source_salt_of to wellkept_app;
grant execute on function forget_source_salts to wellkept_worker;
