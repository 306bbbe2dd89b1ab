-- A player's session ends with the session of staff that opened it.
alter table session add column parent_id uuid;
comment on column session.parent_id is 'the session that opened it and with which it ends';

-- The arena: settings, players, seasons, points in double entry, kudos, rewards (decision 0091). Nothing of it is
-- exported for the tenant: each player reads and takes their own.
create table arena_setting (
  tenant_id uuid primary key references tenant (id) on delete cascade,
  enabled boolean not null default false,
  weights jsonb not null,
  caps jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null
);
comment on table arena_setting is 'not exported: the set-up of a voluntary game';
select secure_tenant_table('arena_setting');
-- The worker asks which tenants have the arena before it hands out events of tasks.
create policy worker_reads on arena_setting for select to wellkept_worker using (true);
grant select (tenant_id) on arena_setting to wellkept_worker;

create table arena_player (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  -- Null once the member is gone.
  user_id uuid,
  alias text not null,
  alias_folded text not null,
  avatar text not null,
  visibility text not null default 'ALIAS',
  opted_in boolean not null,
  -- Only work finished after the last joining counts; null for somebody who only looked.
  joined_at timestamptz,
  left_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, user_id),
  unique (tenant_id, alias_folded)
);
comment on table arena_player is 'not exported: each player reads their own';
select secure_tenant_table('arena_player');

create table arena_season (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  state text not null default 'DRAFT',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  settles_until timestamptz not null,
  -- Copied from the settings at the start and frozen.
  weights jsonb not null,
  caps jsonb not null,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index arena_season_by_start on arena_season (tenant_id, starts_at desc);
create unique index arena_season_running on arena_season (tenant_id) where state in ('ACTIVE', 'SETTLING');
comment on table arena_season is 'not exported: the set-up of a voluntary game';
select secure_tenant_table('arena_season');


create table arena_challenge (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  season_id uuid not null,
  title text not null,
  description text not null,
  kind text not null,
  metric text not null,
  target integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, season_id) references arena_season (tenant_id, id) on delete cascade
);
create index arena_challenge_by_season on arena_challenge (tenant_id, season_id, starts_at);
comment on table arena_challenge is 'not exported: the set-up of a voluntary game';
select secure_tenant_table('arena_challenge');

create table arena_participation (
  tenant_id uuid not null references tenant (id) on delete cascade,
  challenge_id uuid not null,
  player_id uuid not null,
  joined_at timestamptz not null,
  won_at timestamptz,
  primary key (tenant_id, challenge_id, player_id),
  foreign key (tenant_id, challenge_id) references arena_challenge (tenant_id, id) on delete cascade,
  foreign key (tenant_id, player_id) references arena_player (tenant_id, id) on delete cascade
);
create index arena_participation_by_player on arena_participation (tenant_id, player_id);
comment on table arena_participation is 'not exported: each player reads their own';
select secure_tenant_table('arena_participation');

create table arena_entry (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  -- Says what it is for, e.g. task:ID:RUN:KIND:PLAYER, so that the same work is never paid twice.
  key text not null,
  player_id uuid not null,
  season_id uuid,
  kind text not null,
  state text not null,
  points integer not null,
  -- What the rule gives before the caps.
  full_points integer not null,
  task_id uuid,
  run integer,
  building_id uuid,
  -- The team at that time; null for the own team.
  company_id uuid,
  -- When the work was finished, or the movement made.
  at timestamptz not null,
  -- The building's clock hour and day of finishing, by which the caps count.
  local_hour text,
  credit_at timestamptz,
  reverses uuid,
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, player_id) references arena_player (tenant_id, id) on delete cascade
);
create index arena_entry_by_player on arena_entry (tenant_id, player_id, at desc, id);
create index arena_entry_by_season on arena_entry (tenant_id, season_id, state, player_id);
create index arena_entry_by_task on arena_entry (tenant_id, task_id) where task_id is not null;
create index arena_entry_due on arena_entry (tenant_id, credit_at) where state = 'PENDING';
comment on table arena_entry is 'not exported: each player reads their own';
select secure_tenant_table('arena_entry');

-- Double entry: the lines of one key sum to 0. Accounts: player:ID, issued, spent.
create table arena_line (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  key text not null,
  account text not null,
  amount integer not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, key, account)
);
create index arena_line_by_account on arena_line (tenant_id, account);
comment on table arena_line is 'not exported: each player reads their own';
select secure_tenant_table('arena_line');

create table arena_badge (
  tenant_id uuid not null references tenant (id) on delete cascade,
  player_id uuid not null,
  code text not null,
  earned_at timestamptz not null,
  primary key (tenant_id, player_id, code),
  foreign key (tenant_id, player_id) references arena_player (tenant_id, id) on delete cascade
);
comment on table arena_badge is 'not exported: each player reads their own';
select secure_tenant_table('arena_badge');

create table arena_kudos (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  from_id uuid not null,
  to_id uuid not null,
  reason text not null,
  text text,
  at timestamptz not null,
  -- Hidden while a dispute is open, and for good where it was reversed.
  hidden_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, from_id) references arena_player (tenant_id, id) on delete cascade,
  foreign key (tenant_id, to_id) references arena_player (tenant_id, id) on delete cascade
);
create index arena_kudos_feed on arena_kudos (tenant_id, at desc, id);
create index arena_kudos_from on arena_kudos (tenant_id, from_id, at desc);
create index arena_kudos_to on arena_kudos (tenant_id, to_id, at desc);
comment on table arena_kudos is 'not exported: each player reads their own';
select secure_tenant_table('arena_kudos');

create table arena_reward (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  position integer not null,
  title text not null,
  description text not null,
  cost integer not null,
  stock integer,
  per_person integer,
  active boolean not null default true,
  -- How many were asked for and not rejected.
  taken integer not null default 0,
  -- Open redemptions stay when a reward is taken out of the list.
  removed_at timestamptz,
  primary key (tenant_id, id)
);
comment on table arena_reward is 'not exported: the set-up of a voluntary game';
select secure_tenant_table('arena_reward');

create table arena_redemption (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  player_id uuid not null,
  reward_id uuid not null,
  season_id uuid,
  points integer not null,
  state text not null default 'REQUESTED',
  reason text,
  at timestamptz not null,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, player_id) references arena_player (tenant_id, id) on delete cascade,
  foreign key (tenant_id, reward_id) references arena_reward (tenant_id, id)
);
create index arena_redemption_by_player on arena_redemption (tenant_id, player_id, at desc);
create index arena_redemption_open on arena_redemption (tenant_id, at) where state in ('REQUESTED', 'APPROVED');
create index arena_redemption_by_reward on arena_redemption (tenant_id, reward_id, player_id);
comment on table arena_redemption is 'not exported: each player reads their own';
select secure_tenant_table('arena_redemption');

create table arena_dispute (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  kind text not null,
  player_id uuid not null,
  entry_id uuid,
  kudos_id uuid,
  state text not null default 'OPEN',
  reason text not null,
  at timestamptz not null,
  decision_reason text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, entry_id),
  unique (tenant_id, kudos_id),
  foreign key (tenant_id, player_id) references arena_player (tenant_id, id) on delete cascade,
  foreign key (tenant_id, entry_id) references arena_entry (tenant_id, id) on delete cascade,
  foreign key (tenant_id, kudos_id) references arena_kudos (tenant_id, id) on delete cascade
);
create index arena_dispute_open on arena_dispute (tenant_id, at) where state = 'OPEN';
create index arena_dispute_by_player on arena_dispute (tenant_id, player_id);
comment on table arena_dispute is 'not exported: each player reads their own';
select secure_tenant_table('arena_dispute');

create table arena_kiosk (
  tenant_id uuid not null references tenant (id) on delete cascade,
  id uuid not null,
  position integer not null,
  name text not null,
  building_ids uuid[] not null default '{}',
  paired_at timestamptz,
  last_seen_at timestamptz,
  expires_at timestamptz,
  primary key (tenant_id, id)
);
comment on table arena_kiosk is 'not exported: the set-up of a voluntary game';
select secure_tenant_table('arena_kiosk');

-- What stays of a season when the lines of its players are erased: sums of teams.
create table arena_team_sum (
  tenant_id uuid not null references tenant (id) on delete cascade,
  season_id uuid not null,
  -- Null for the own team.
  company_id uuid,
  name text not null,
  players integer not null,
  points integer not null,
  duty_hours double precision not null,
  foreign key (tenant_id, season_id) references arena_season (tenant_id, id) on delete cascade
);
create unique index arena_team_sum_key on arena_team_sum (tenant_id, season_id, company_id) nulls not distinct;
comment on table arena_team_sum is 'not exported: sums of a voluntary game';
select secure_tenant_table('arena_team_sum');
