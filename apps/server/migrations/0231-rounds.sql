-- Rounds of scouts: stops in walking order, each with the inspection that was made there.
create table round (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  number integer not null,
  title text not null,
  state text not null default 'SCHEDULED' check (state in
    ('SCHEDULED', 'ACCEPTED', 'IN_PROGRESS', 'PAUSED', 'SUBMITTED', 'REVIEWED', 'DECLINED', 'EXPIRED')),
  building_id uuid not null,
  -- null: open to all scouts of the building
  scout_id uuid,
  -- those who gave it back
  declined_by uuid[] not null default '{}',
  -- made by the scout
  extra boolean not null default false,
  schedule_id uuid,
  opens_at timestamptz not null,
  due_by timestamptz not null,
  assigned_at timestamptz,
  started_at timestamptz,
  submitted_at timestamptz,
  expired_at timestamptz,
  reviewed_at timestamptz,
  reviewer_kind text,
  reviewer_id uuid,
  reviewer_name text,
  returned_at timestamptz,
  return_reason text,
  stop_count integer not null,
  done_count integer not null default 0,
  score numeric(4, 1),
  passed boolean,
  note text,
  -- why it was declined or paused
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  foreign key (tenant_id, scout_id) references scout (tenant_id, id)
);
create unique index round_of_schedule on round (tenant_id, schedule_id, opens_at) where schedule_id is not null;
create index round_by_due on round (tenant_id, due_by, id);
create index round_by_submission on round (tenant_id, submitted_at, id);
create index round_by_score on round (tenant_id, score, id);
create index round_by_state on round (tenant_id, state, due_by);
create index round_by_scout on round (tenant_id, scout_id, due_by, id);
create index round_by_building on round (tenant_id, building_id, due_by, id);
create index round_by_change on round (tenant_id, building_id, changed_at, id);
select secure_tenant_table('round');
comment on table round is E'exported as rounds\nrefers to: building, scout, schedule, app_user';
comment on column round.id is 'exported';
comment on column round.number is 'exported';
comment on column round.title is 'exported';
comment on column round.state is 'exported';
comment on column round.building_id is 'exported';
comment on column round.scout_id is 'exported';
comment on column round.declined_by is 'exported';
comment on column round.extra is 'exported';
comment on column round.schedule_id is 'exported';
comment on column round.opens_at is 'exported';
comment on column round.due_by is 'exported';
comment on column round.assigned_at is 'not exported: when the scout was told, which may be the time of a mystery visitor';
comment on column round.started_at is 'not exported: gives away when a mystery visitor came';
comment on column round.submitted_at is 'not exported: gives away when a mystery visitor came';
comment on column round.expired_at is 'exported';
comment on column round.reviewed_at is 'exported';
comment on column round.reviewer_kind is 'exported as reviewer.kind';
comment on column round.reviewer_id is 'exported as reviewer.id';
comment on column round.reviewer_name is 'exported as reviewer.name';
comment on column round.returned_at is 'exported as returned.at';
comment on column round.return_reason is 'exported as returned.reason';
comment on column round.stop_count is 'exported';
comment on column round.done_count is 'exported';
comment on column round.score is 'exported';
comment on column round.passed is 'exported';
comment on column round.note is 'exported';
comment on column round.reason is 'exported';
comment on column round.created_at is 'exported';
comment on column round.changed_at is 'not exported: for the apps of scouts';
comment on column round.version is 'exported';

-- Its id is that of the inspection.
create table round_stop (
  tenant_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  position integer not null,
  amenity_id uuid not null,
  template_id uuid not null,
  -- null until the round is started
  template_version integer,
  -- null: nothing was begun
  state text check (state in ('IN_PROGRESS', 'COMPLETED', 'SKIPPED')),
  presence text check (presence in ('SCANNED', 'UNPROVEN')),
  no_code_reason text,
  started_at timestamptz,
  completed_at timestamptz,
  skip_reason text check (skip_reason in ('CLOSED', 'OCCUPIED', 'UNSAFE', 'NO_ACCESS', 'OTHER')),
  skip_note text,
  score numeric(4, 1),
  passed boolean,
  -- [{sectionId, title, points, max, score}]
  parts jsonb not null default '[]',
  critical_failed text[] not null default '{}',
  reopened integer not null default 0,
  changed_at timestamptz not null,
  version integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, round_id, position),
  foreign key (tenant_id, round_id) references round (tenant_id, id) on delete cascade,
  foreign key (tenant_id, template_id) references inspection_template (tenant_id, id)
);
create index round_stop_by_amenity on round_stop (tenant_id, amenity_id, completed_at) where state = 'COMPLETED';
create index round_stop_by_completion on round_stop (tenant_id, completed_at) where state = 'COMPLETED';
create index round_stop_by_template on round_stop (tenant_id, template_id, round_id);
create index round_stop_by_change on round_stop (tenant_id, changed_at, id);
select secure_tenant_table('round_stop');
comment on table round_stop is E'exported as inspections\nrefers to: round, amenity, inspection_template';
comment on column round_stop.id is 'exported';
comment on column round_stop.round_id is 'exported';
comment on column round_stop.position is 'exported';
comment on column round_stop.amenity_id is 'exported';
comment on column round_stop.template_id is 'exported as template.id';
comment on column round_stop.template_version is 'exported as template.version';
comment on column round_stop.state is 'exported';
comment on column round_stop.presence is 'exported';
comment on column round_stop.no_code_reason is 'exported';
comment on column round_stop.started_at is 'not exported: gives away when a mystery visitor came';
comment on column round_stop.completed_at is 'not exported: gives away when a mystery visitor came';
comment on column round_stop.skip_reason is 'exported as skipped.reason';
comment on column round_stop.skip_note is 'exported as skipped.note';
comment on column round_stop.score is 'exported';
comment on column round_stop.passed is 'exported';
comment on column round_stop.parts is 'exported';
comment on column round_stop.critical_failed is 'exported';
comment on column round_stop.reopened is 'exported';
comment on column round_stop.changed_at is 'not exported: for the apps of scouts';
comment on column round_stop.version is 'exported';

create table inspection_answer (
  tenant_id uuid not null,
  inspection_id uuid not null,
  question_id text not null,
  value jsonb,
  na boolean not null default false,
  note text,
  -- when the scout gave it
  at timestamptz not null,
  -- the rest of MergedField of the contracts: {clientId, session, base, since, rival}
  merge jsonb not null,
  version integer not null default 1,
  primary key (tenant_id, inspection_id, question_id),
  foreign key (tenant_id, inspection_id) references round_stop (tenant_id, id) on delete cascade
);
select secure_tenant_table('inspection_answer');
comment on table inspection_answer is E'exported as inspection-answers\nrefers to: round_stop';
comment on column inspection_answer.inspection_id is 'exported';
comment on column inspection_answer.question_id is 'exported';
comment on column inspection_answer.value is 'exported';
comment on column inspection_answer.na is 'exported';
comment on column inspection_answer.note is 'exported';
comment on column inspection_answer.at is 'not exported: gives away when a mystery visitor came';
comment on column inspection_answer.merge is 'not exported: what phones sent, before it was merged';
comment on column inspection_answer.version is 'exported';
