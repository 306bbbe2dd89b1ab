-- No foreign keys and no triggers here: this is the hot path, and amenities are never removed while codes point at them.
create table feedback (
  tenant_id uuid not null,
  id uuid not null,
  amenity_id uuid not null,
  building_id uuid not null,
  rating smallint check (rating between 1 and 5),
  comment text,
  issues jsonb not null default '[]',
  language text,
  source text not null,
  submission_id uuid,
  state text not null default 'VISIBLE' check (state in ('VISIBLE', 'QUARANTINED', 'HIDDEN')),
  state_reason text,
  counted boolean not null default true,
  outcome_email text,
  fixed boolean,
  erased_at timestamptz,
  moderated_at timestamptz,
  moderated_by jsonb,
  has_comment boolean not null generated always as (comment is not null) stored,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
create index feedback_by_age on feedback (tenant_id, created_at desc, id desc) include (rating, building_id, amenity_id, state, counted, has_comment);
create index feedback_by_amenity on feedback (tenant_id, amenity_id, created_at desc, id desc);
create unique index feedback_submission on feedback (tenant_id, submission_id) where submission_id is not null;
select secure_tenant_table('feedback');
-- Submissions of many tenants are written by one statement, by a role that can do nothing else.
create policy intake on feedback for insert to wellkept_intake with check (true);
grant insert on feedback to wellkept_intake;

-- The words of comments, for search by the beginning of words, as task_word has them for tasks. Written a moment after
-- the submission, by a subscriber: what is not here yet is searched in the newest rows themselves.
create table feedback_word (
  tenant_id uuid not null,
  word text collate "C" not null,
  feedback_id uuid not null,
  primary key (tenant_id, word, feedback_id)
);
create index feedback_word_by_feedback on feedback_word (tenant_id, feedback_id);
select secure_tenant_table('feedback_word');

create table feedback_follow_up (
  tenant_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  at timestamptz not null,
  message text,
  fixed boolean,
  primary key (tenant_id, id),
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
create index feedback_follow_up_by_feedback on feedback_follow_up (tenant_id, feedback_id, at);
select secure_tenant_table('feedback_follow_up');

-- One photo: first a ticket to upload, then a stored and re-encoded file, then part of what it was made for.
create table upload (
  tenant_id uuid not null,
  id uuid not null,
  purpose text not null check (purpose in ('FEEDBACK', 'STATUS_REPORT', 'TASK')),
  amenity_id uuid,
  task_id uuid,
  kind text not null default 'OTHER' check (kind in ('BEFORE', 'AFTER', 'OTHER')),
  content_type text not null,
  size integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  stored_at timestamptz,
  width integer,
  height integer,
  file_key text,
  thumbnail_key text,
  feedback_id uuid,
  report_id uuid,
  note_id uuid,
  attached_at timestamptz,
  hidden_at timestamptz,
  author_kind text not null default 'VISITOR',
  author_id text,
  author_name text not null default '',
  primary key (tenant_id, id)
);
create index upload_by_feedback on upload (tenant_id, feedback_id) where feedback_id is not null;
create index upload_by_note on upload (tenant_id, note_id) where note_id is not null;
create index upload_by_report on upload (tenant_id, report_id) where report_id is not null;
create index upload_by_task on upload (tenant_id, task_id, attached_at) where task_id is not null;
create index upload_stale on upload (tenant_id, created_at) where attached_at is null;
select secure_tenant_table('upload');
