-- Which tenant a workspace belongs to, since Slack's calls name the workspace only.
create table slack_team (
  team_id text primary key,
  tenant_id uuid not null unique
);
comment on table slack_team is E'no tenant: whose workspace it is, before the tenant of a call is known\nnot exported: ids of workspaces; the connection is exported';
grant select, insert, delete on slack_team to wellkept_app;

create table slack_workspace (
  tenant_id uuid primary key references tenant (id),
  state text not null check (state in ('NONE', 'CONNECTED', 'BROKEN', 'REMOVED')),
  team_id text,
  team_name text,
  bot_user_id text,
  token text,
  connected_at timestamptz,
  connected_by text,
  last_ok_at timestamptz,
  fault text,
  fault_at timestamptz,
  pending_until timestamptz,
  version integer not null default 1
);
select secure_tenant_table('slack_workspace');
create policy worker_reads on slack_workspace for select to wellkept_worker using (true);
grant select (tenant_id, state) on slack_workspace to wellkept_worker;
comment on table slack_workspace is 'not exported: the access to another service; its routes are exported';

create table slack_channel (
  tenant_id uuid not null references tenant (id),
  id text not null,
  name text not null,
  next_at timestamptz not null default '-infinity',
  fault text,
  primary key (tenant_id, id)
);
select secure_tenant_table('slack_channel');
comment on table slack_channel is 'not exported: the channels of the routes, which are exported';

create table slack_route (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  position integer not null,
  name text not null,
  channel_id text not null,
  building_ids uuid[] not null,
  events text[] not null,
  categories text[] not null,
  min_priority text,
  primary key (tenant_id, id)
);
select secure_tenant_table('slack_route');
comment on table slack_route is E'exported as slack-routes\nrefers to: building';
comment on column slack_route.id is 'exported';
comment on column slack_route.position is 'exported';
comment on column slack_route.name is 'exported';
comment on column slack_route.channel_id is 'exported';
comment on column slack_route.building_ids is 'exported';
comment on column slack_route.events is 'exported';
comment on column slack_route.categories is 'exported';
comment on column slack_route.min_priority is 'exported';

create table slack_person (
  tenant_id uuid not null references tenant (id),
  user_id uuid not null,
  slack_user_id text not null,
  linked_at timestamptz not null,
  home_seen_at timestamptz,
  primary key (tenant_id, user_id),
  unique (tenant_id, slack_user_id)
);
select secure_tenant_table('slack_person');
comment on table slack_person is 'not exported: accounts of people at another service';

create table slack_message (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  channel_id text not null,
  kind text not null check (kind in ('TASK', 'REPLY', 'NEWS')),
  task_id uuid,
  content jsonb,
  ts text,
  due_at timestamptz,
  claimed_until timestamptz,
  tries integer not null default 0,
  sent_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index slack_message_of_task on slack_message (tenant_id, task_id, channel_id) where kind = 'TASK';
create index slack_message_due on slack_message (tenant_id, channel_id, due_at, id) where due_at is not null;
create index slack_message_thread on slack_message (tenant_id, channel_id, ts) where ts is not null;
create index slack_message_age on slack_message (tenant_id, created_at);
select secure_tenant_table('slack_message');
comment on table slack_message is 'not exported: where tasks are shown at another service; the tasks are exported';

create table slack_event (
  tenant_id uuid not null references tenant (id),
  id text not null,
  body jsonb not null,
  primary key (tenant_id, id)
);
select secure_tenant_table('slack_event');
comment on table slack_event is 'not exported: what Slack has sent until it is handled, a few seconds later';

-- Where a note was written, if not in the service itself.
alter table task_note add column source text;
comment on column task_note.source is 'exported';
