-- Where people have switched notifications on: one for each session, gone when it ends. The endpoint is an address at a
-- push service that a browser chose; without the key below nobody can send to it.
create table push_subscription (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null check (length(endpoint) <= 2000),
  -- SHA-256: the endpoint itself is too long for an index
  endpoint_hash bytea not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- it last confirmed a notification
  received_at timestamptz,
  -- its push service has failed: until then nobody asks it, so that one that hangs holds up nobody
  rests_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, session_id) references session (tenant_id, id) on delete cascade
);
create unique index push_subscription_of_session on push_subscription (tenant_id, session_id);
create unique index push_subscription_of_endpoint on push_subscription (tenant_id, endpoint_hash);
create index push_subscription_of_person on push_subscription (tenant_id, user_id, created_at);
select secure_tenant_table('push_subscription');

-- What somebody is told by push; the id is that of the event that asked for it, so a repetition is the same one.
create table push_message (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- UNCONFIRMED: sent, or about to be. MAILED: given up, and told by mail where that is wanted.
  state text not null check (state in ('UNCONFIRMED', 'RECEIVED', 'MAILED')),
  -- what to mail where nothing confirms it
  or_mail jsonb,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index push_message_by_age on push_message (tenant_id, at);
select secure_tenant_table('push_message');

-- The same at one device. The token of its receipt is sealed from the id and stands nowhere.
create table push_delivery (
  tenant_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  subscription_id uuid not null,
  accepted_at timestamptz,
  received_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, message_id) references push_message (tenant_id, id) on delete cascade
);
create unique index push_delivery_of_message on push_delivery (tenant_id, message_id, subscription_id);
select secure_tenant_table('push_delivery');

-- The key pair by which push services know this service: one for all instances, made by the first of them and encrypted
-- under a key that only they have. Nobody reads or writes the table but through this function.
create table push_key (
  id boolean primary key default true check (id),
  sealed text not null
);
comment on table push_key is 'no tenant: the key pair by which push services know this service, encrypted';

-- `fresh` where there is none yet or where it is still the one that the caller cannot read. Of two that ask at once both
-- get the same.
create function push_key_of(fresh text, unreadable text) returns text
language sql volatile security definer set search_path = '' as $$
  insert into public.push_key as k (sealed) values (fresh)
  on conflict (id) do update set sealed = excluded.sealed where k.sealed = unreadable;
  select k.sealed from public.push_key k;
$$;
revoke all on function push_key_of from public;
grant execute on function push_key_of to wellkept_app;
