-- What scouts find; the state follows the task.
create table finding (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  scout_id uuid not null,
  round_id uuid,
  inspection_id uuid,
  question_id text,
  amenity_id uuid not null,
  building_id uuid not null,
  category text not null,
  severity text not null check (severity in ('CRITICAL', 'MAJOR', 'MINOR', 'OBSERVATION')),
  text text not null default '',
  state text not null default 'REPORTED' check (state in
    ('REPORTED', 'ACCEPTED', 'FIXED', 'VERIFIED', 'REOPENED', 'MERGED', 'REJECTED', 'WITHDRAWN')),
  -- null: an observation, or a mystery visitor's round that is not submitted
  task_id uuid,
  -- the task was there before
  joined boolean not null default false,
  merged_into uuid,
  -- how category, severity and text came to be, by field (MergedField of the contracts)
  fields jsonb not null default '{}',
  -- why it was rejected or withdrawn
  reason text,
  created_at timestamptz not null,
  verified_at timestamptz,
  changed_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scout_id) references scout (tenant_id, id),
  foreign key (tenant_id, round_id) references round (tenant_id, id),
  foreign key (tenant_id, inspection_id) references round_stop (tenant_id, id)
);
create index finding_by_scout on finding (tenant_id, scout_id, created_at, id);
create index finding_by_change on finding (tenant_id, scout_id, changed_at, id);
create index finding_by_amenity on finding (tenant_id, amenity_id, created_at, id);
create index finding_by_round on finding (tenant_id, round_id) where round_id is not null;
create index finding_by_inspection on finding (tenant_id, inspection_id) where inspection_id is not null;
create index finding_by_task on finding (tenant_id, task_id) where task_id is not null;
select secure_tenant_table('finding');
comment on table finding is E'exported as findings\nrefers to: scout, round, round_stop, amenity, building, task';
comment on column finding.id is 'exported';
comment on column finding.scout_id is 'exported';
comment on column finding.round_id is 'exported';
comment on column finding.inspection_id is 'exported';
comment on column finding.question_id is 'exported';
comment on column finding.amenity_id is 'exported';
comment on column finding.building_id is 'exported';
comment on column finding.category is 'exported';
comment on column finding.severity is 'exported';
comment on column finding.text is 'exported';
comment on column finding.state is 'exported';
comment on column finding.task_id is 'exported';
comment on column finding.joined is 'exported';
comment on column finding.merged_into is 'exported';
comment on column finding.fields is 'not exported: what phones sent, before it was merged';
comment on column finding.reason is 'exported';
comment on column finding.created_at is 'not exported: gives away when a mystery visitor came';
comment on column finding.verified_at is 'not exported: gives away when a mystery visitor came';
comment on column finding.changed_at is 'not exported: for the apps of scouts';
comment on column finding.version is 'exported';

-- Photos of scouts, by the hash of their bytes, so that a break resumes; the id is that of the upload.
create table scout_media (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  scout_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null,
  size integer not null,
  created_at timestamptz not null,
  -- what it was attached to: an answer, or a finding
  inspection_id uuid,
  question_id text,
  finding_id uuid,
  confirmed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, scout_id) references scout (tenant_id, id),
  foreign key (tenant_id, inspection_id) references round_stop (tenant_id, id) on delete cascade,
  foreign key (tenant_id, finding_id) references finding (tenant_id, id) on delete cascade
);
create index scout_media_by_hash on scout_media (tenant_id, scout_id, sha256, created_at);
create index scout_media_by_inspection on scout_media (tenant_id, inspection_id) where inspection_id is not null;
create index scout_media_by_finding on scout_media (tenant_id, finding_id) where finding_id is not null;
create index scout_media_unconfirmed on scout_media (tenant_id, created_at) where confirmed_at is null;
select secure_tenant_table('scout_media');
comment on table scout_media is E'exported as scout-photos\nrefers to: scout, round_stop, finding, upload\nwhere: confirmed_at is not null';
comment on column scout_media.id is 'exported as photoId';
comment on column scout_media.scout_id is 'exported';
comment on column scout_media.sha256 is 'not exported: of the bytes before they were encoded anew';
comment on column scout_media.content_type is 'not exported: photos are JPEG';
comment on column scout_media.size is 'not exported: of the bytes before they were encoded anew';
comment on column scout_media.created_at is 'not exported: gives away when a mystery visitor came';
comment on column scout_media.inspection_id is 'exported';
comment on column scout_media.question_id is 'exported';
comment on column scout_media.finding_id is 'exported';
comment on column scout_media.confirmed_at is 'not exported: gives away when a mystery visitor came';

create table scout_conflict (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  scout_id uuid not null,
  kind text not null check (kind in ('INSPECTION', 'FINDING')),
  record_id uuid not null,
  -- [{name, mine: {value, at}, theirs: {value, at, by}}]
  fields jsonb not null,
  created_at timestamptz not null,
  resolved_at timestamptz,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, scout_id) references scout (tenant_id, id)
);
create index scout_conflict_by_scout on scout_conflict (tenant_id, scout_id, changed_at, id);
create unique index scout_conflict_open on scout_conflict (tenant_id, record_id) where resolved_at is null;
select secure_tenant_table('scout_conflict');
comment on table scout_conflict is 'not exported: what phones sent at once; the records hold what was chosen';

-- Sites, locations and amenities as the apps of scouts must read them again.
create table scout_place_change (
  tenant_id uuid not null references tenant (id),
  kind text not null check (kind in ('SITE', 'LOCATION', 'AMENITY')),
  id uuid not null,
  building_id uuid not null,
  at timestamptz not null,
  deleted boolean not null,
  primary key (tenant_id, id)
);
create index scout_place_change_by_time on scout_place_change (tenant_id, at, id);
select secure_tenant_table('scout_place_change');
comment on table scout_place_change is 'not exported: when places changed last, for the apps of scouts';
