-- The audit log becomes a chain: each entry holds its number in the tenant and a hash over the entry before and itself.
-- Names stand outside the hash, so that one can be erased. Entries from before are chained by their tenant's first write.
alter table audit_entry
  add column seq bigint,
  add column hash bytea,
  -- browser and system in words, or API; no address
  add column source text,
  add column target_name text not null default '',
  alter column action type text collate "C",
  add constraint audit_entry_chained check (seq is not null and hash is not null) not valid;
create unique index audit_entry_chain on audit_entry (tenant_id, seq);
create index audit_entry_by_age on audit_entry (tenant_id, at, id);
create index audit_entry_by_actor on audit_entry (tenant_id, actor_id, at, id);
create index audit_entry_by_action on audit_entry (tenant_id, action, at, id);
create index audit_entry_by_target on audit_entry (tenant_id, target, at, id) where target is not null;

-- Both ends of a tenant's chain: the last entry, and the one before the oldest that is kept. `key` is the chain's own,
-- encrypted under SECRET; `mac` is over the four, so that cutting off an end needs the key too.
create table audit_head (
  tenant_id uuid primary key references tenant (id),
  seq bigint not null,
  hash bytea not null,
  first_seq bigint not null,
  first_hash bytea not null,
  key text not null,
  mac bytea not null
);
select secure_tenant_table('audit_head');
revoke delete on audit_head from wellkept_app;

-- How many entries there are, so that a list tells its total without counting.
create table audit_tally (
  tenant_id uuid not null,
  month date not null,
  actor_id text not null,
  action text collate "C" not null,
  entries bigint not null,
  primary key (tenant_id, month, actor_id, action)
);
select secure_tenant_table('audit_tally');

-- The request role may neither change nor remove entries. Two functions of the owner do what little is needed; row
-- security holds for an owner who is no superuser, so the owner too sees one tenant at a time.
create policy keeper on audit_entry to current_user
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);

-- Gives entries from before the chain their place in it; one that has a place keeps it.
create function adopt_audit_entries(ids uuid[], seqs bigint[], hashes bytea[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  update audit_entry e set seq = n.seq, hash = n.hash
  from unnest(ids, seqs, hashes) as n (id, seq, hash)
  where e.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
    and e.id = n.id and e.seq is null and e.hash is null
$$;

-- Removes the oldest entries, at most `most`, while they are older than 400 days by the database's own clock.
create function forget_audit_entries(until timestamptz, most integer)
returns table (seq bigint, hash bytea, month date, actor_id text, action text)
language sql security definer set search_path = public, pg_temp as $$
  delete from audit_entry e
  where e.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
    and e.seq < (
      select coalesce(min(o.seq) filter (where o.at >= least(until, now() - interval '400 days')), max(o.seq) + 1)
      from (select a.seq, a.at from audit_entry a
            where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and a.seq is not null
            order by a.seq limit most) o)
  returning e.seq, e.hash, date_trunc('month', e.at at time zone 'UTC')::date, e.actor_id, e.action
$$;
revoke all on function adopt_audit_entries(uuid[], bigint[], bytea[]) from public;
revoke all on function forget_audit_entries(timestamptz, integer) from public;
grant execute on function adopt_audit_entries(uuid[], bigint[], bytea[]) to wellkept_app;
grant execute on function forget_audit_entries(timestamptz, integer) to wellkept_app;
