-- Events that providers send, each once: providers deliver again what they do not know to have arrived.
create table provider_event (
  provider text not null,
  event_id text not null,
  tenant_id uuid,
  type text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
create index provider_event_age on provider_event (received_at);
comment on table provider_event is 'no tenant: ids of events that Slack and Stripe sent, for 30 days';
grant select, insert on provider_event to wellkept_app;
grant select, delete on provider_event to wellkept_worker;
