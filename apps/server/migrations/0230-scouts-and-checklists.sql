-- People outside the team who inspect, and the checklists that they work through.
create table scout (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  kind text not null check (kind in ('SUPERVISOR', 'AUDITOR', 'MYSTERY', 'ACCESSIBILITY', 'CLIENT')),
  -- how everybody but the scout reads them; of a mystery visitor never a part of the name
  alias text collate natural_order not null,
  own_name text not null,
  display_name text,
  blind boolean not null default true,
  state text not null default 'INVITED' check (state in ('INVITED', 'ACTIVE', 'SUSPENDED', 'REVOKED')),
  building_ids uuid[] not null,
  -- null: amenities of all types
  types text[],
  -- days of the tenant's calendar, both included
  valid_from date not null,
  valid_until date not null,
  extra_rounds boolean not null default false,
  language text not null,
  email text,
  mail_rounds boolean not null default true,
  -- the agency's own number
  reference text,
  privacy_version integer,
  privacy_accepted_at timestamptz,
  activated_at timestamptz,
  platform text,
  last_sync_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index scout_by_alias on scout (tenant_id, alias, id);
create index scout_by_age on scout (tenant_id, created_at, id);
create index scout_by_sync on scout (tenant_id, last_sync_at, id);
create index scout_by_end on scout (tenant_id, valid_until, id);
select secure_tenant_table('scout');
comment on table scout is E'exported as scouts\nrefers to: building';
comment on column scout.id is 'exported';
comment on column scout.kind is 'exported';
comment on column scout.alias is 'exported as name';
comment on column scout.own_name is 'not exported: the name of a mystery visitor is read by that person alone; of others the alias says it';
comment on column scout.display_name is 'not exported: the alias says it';
comment on column scout.blind is 'exported';
comment on column scout.state is 'exported';
comment on column scout.building_ids is 'exported as scope.buildingIds';
comment on column scout.types is 'exported as scope.types';
comment on column scout.valid_from is 'exported';
comment on column scout.valid_until is 'exported';
comment on column scout.extra_rounds is 'exported';
comment on column scout.language is 'exported';
comment on column scout.email is 'not exported: the address of a mystery visitor may hold the name';
comment on column scout.mail_rounds is 'exported as notifications.mail';
comment on column scout.reference is 'exported';
comment on column scout.privacy_version is 'exported as privacyNotice.version';
comment on column scout.privacy_accepted_at is 'exported as privacyNotice.acceptedAt';
comment on column scout.activated_at is 'exported as device.activatedAt';
comment on column scout.platform is 'exported as device.platform';
comment on column scout.last_sync_at is 'exported as device.lastSyncAt';
comment on column scout.created_at is 'exported';
comment on column scout.changed_at is 'not exported: for the apps of scouts';
comment on column scout.version is 'exported';

create table inspection_template (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  -- name, types and count of questions are those of the newest version
  name text collate natural_order not null,
  -- empty: for all types
  types text[] not null,
  questions integer not null,
  state text not null default 'PUBLISHED' check (state in ('PUBLISHED', 'RETIRED')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index inspection_template_by_name on inspection_template (tenant_id, name, id);
create index inspection_template_by_age on inspection_template (tenant_id, created_at, id);
create index inspection_template_by_change on inspection_template (tenant_id, changed_at, id);
select secure_tenant_table('inspection_template');
comment on table inspection_template is 'exported as checklists';
comment on column inspection_template.id is 'exported';
comment on column inspection_template.name is 'exported';
comment on column inspection_template.types is 'exported';
comment on column inspection_template.questions is 'not exported: follows from checklist-versions';
comment on column inspection_template.state is 'exported';
comment on column inspection_template.created_at is 'exported';
comment on column inspection_template.changed_at is 'exported as updatedAt';
comment on column inspection_template.version is 'exported';

-- A version never changes; rounds that were started keep theirs.
create table inspection_template_version (
  tenant_id uuid not null,
  template_id uuid not null,
  version integer not null,
  -- {name, description, types, passMark, presence, sections}
  content jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, template_id, version),
  foreign key (tenant_id, template_id) references inspection_template (tenant_id, id) on delete cascade
);
select secure_tenant_table('inspection_template_version');
comment on table inspection_template_version is E'exported as checklist-versions\nrefers to: inspection_template';
comment on column inspection_template_version.template_id is 'exported';
comment on column inspection_template_version.version is 'exported';
comment on column inspection_template_version.content is 'exported';
comment on column inspection_template_version.created_at is 'exported';
