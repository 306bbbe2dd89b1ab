-- One outbox for all that leaves the service by a channel: emails, notifications, Slack. A message to a person is one
-- row; waiting for others, quiet hours and retries are times of it.
create table outbox (
  tenant_id uuid not null,
  id uuid not null,
  channel text not null,
  -- of the channel: a person, a webhook, a Slack channel; limits count for each
  destination text not null,
  kind text not null,
  subject jsonb not null,
  -- messages to one destination with the same key may be sent as one
  gather text,
  state text not null default 'WAITING' check (state in ('WAITING', 'SENT', 'REFUSED', 'PARKED')),
  -- not before; of a claimed message the end of its claim
  due_at timestamptz not null,
  -- id of the first message of those that are sent as one
  sending_id uuid,
  claimed_until timestamptz,
  -- a push was tried, so only the email is left
  pushed_at timestamptz,
  attempts smallint not null default 0,
  fault text,
  urgent boolean not null default coalesce(current_setting('app.urgent', true), '') = 'on',
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index outbox_waiting on outbox (tenant_id, channel, destination, due_at) where state = 'WAITING';
create index outbox_ended on outbox (tenant_id, ended_at) where ended_at is not null;
select secure_tenant_table('outbox');
comment on table outbox is 'not exported: messages on their way or sent, by ids';

-- A push is a message of the outbox, so its deliveries no longer name a row of push_message; they are kept by their age.
alter table push_delivery drop constraint push_delivery_tenant_id_message_id_fkey;
alter table push_delivery add column at timestamptz not null default now();
create index push_delivery_by_age on push_delivery (tenant_id, at);
