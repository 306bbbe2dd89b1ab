create table task (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  number bigint not null,
  title text not null,
  description text not null default '',
  status text not null default 'OPEN' check (status in ('OPEN', 'IN_PROGRESS', 'DONE')),
  priority text not null default 'MEDIUM' check (priority in ('LOW', 'MEDIUM', 'HIGH', 'URGENT')),
  urgency smallint not null generated always as
    (case priority when 'LOW' then 0 when 'MEDIUM' then 1 when 'HIGH' then 2 else 3 end) stored,
  source text not null check (source in ('FEEDBACK', 'STATUS_REPORT', 'SCOUT', 'SCHEDULE', 'MANUAL')),
  building_id uuid,
  amenity_id uuid,
  category text,
  skill text,
  assignee_kind text check (assignee_kind in ('USER', 'OPERATOR', 'COMPANY')),
  assignee_id uuid,
  due_at timestamptz,
  labels text[] not null default '{}',
  checklist jsonb not null default '[]',
  resolution text,
  reporter_count integer not null default 0,
  last_report_at timestamptz,
  merged_into uuid,
  blocked_reason text check (blocked_reason in ('PARTS', 'ACCESS', 'VENDOR', 'VISITOR', 'OTHER')),
  blocked_since timestamptz,
  blocked_until timestamptz,
  blocked_note text,
  sla jsonb,
  escalation_level integer not null default 0,
  reopen_count integer not null default 0,
  verification text not null default 'NONE' check (verification in ('NONE', 'CLAIMED', 'CONFIRMED', 'REJECTED')),
  routing jsonb,
  minutes_spent integer,
  created_by_kind text not null default 'SYSTEM',
  created_by_id text,
  created_by_name text not null default '',
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id) references building (tenant_id, id),
  foreign key (tenant_id, amenity_id) references amenity (tenant_id, id),
  check ((assignee_kind is null) = (assignee_id is null))
) with (autovacuum_vacuum_insert_scale_factor = 0.02);
-- Lists leave merged tasks out, so every list index does. A list without a status reads the three ranges of an index.
create index task_by_age on task (tenant_id, created_at desc, id desc) where merged_into is null;
create index task_by_status on task (tenant_id, status, created_at desc, id desc) where merged_into is null;
create index task_by_building on task (tenant_id, building_id, status, created_at desc, id desc) where merged_into is null;
create index task_by_assignee on task (tenant_id, assignee_id, status, created_at desc, id desc)
  where merged_into is null and assignee_id is not null;
-- What nobody has taken. An index that begins with a null would not be read in the order of what follows.
create index task_pool on task (tenant_id, status, created_at desc, id desc) where merged_into is null and assignee_id is null;
create index task_pool_by_building on task (tenant_id, building_id, status, created_at desc, id desc)
  where merged_into is null and assignee_id is null;
create index task_by_amenity on task (tenant_id, amenity_id, status, created_at desc, id desc) where merged_into is null;
create index task_by_category on task (tenant_id, category, status, created_at desc, id desc)
  include (priority, assignee_id, building_id) where merged_into is null;
create index task_by_source on task (tenant_id, source, status, created_at desc, id desc) where merged_into is null;
create index task_by_urgency on task (tenant_id, status, urgency desc, created_at desc, id desc) where merged_into is null;
create index task_by_due on task (tenant_id, status, due_at, id) where merged_into is null;
create index task_by_completion on task (tenant_id, completed_at) include (building_id, amenity_id)
  where merged_into is null and completed_at is not null;
create index task_by_update on task (tenant_id, status, updated_at desc, id desc) where merged_into is null;
create index task_by_number on task (tenant_id, status, number) where merged_into is null;
create index task_merged on task (tenant_id, merged_into) where merged_into is not null;
create unique index task_number on task (tenant_id, number);
-- One problem, one task: at most one open task that visitors' reports made, per amenity and category.
create unique index task_open_problem on task (tenant_id, amenity_id, category)
  where merged_into is null and status <> 'DONE' and source in ('FEEDBACK', 'STATUS_REPORT') and category is not null;
select secure_tenant_table('task');

-- How many tasks there are under the filters that lists use, changed in the transaction that changes the task.
create table task_tally (
  tenant_id uuid not null,
  facet text not null,
  key text not null,
  n bigint not null,
  primary key (tenant_id, facet, key)
);
select secure_tenant_table('task_tally');

-- The words of a task's title and description, for search by the beginning of words. A B-tree on plain text is used
-- under row security, where tsvector and trigram operators are not, since they are not leakproof.
create table task_word (
  tenant_id uuid not null,
  word text collate "C" not null,
  task_id uuid not null,
  primary key (tenant_id, word, task_id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
create index task_word_by_task on task_word (tenant_id, task_id, word);
select secure_tenant_table('task_word');

-- What a phone's outbox has done already: sent again, it changes nothing.
create table task_operation (
  tenant_id uuid not null,
  caller text not null,
  client_id text not null,
  task_id uuid not null,
  at timestamptz not null,
  primary key (tenant_id, caller, client_id)
);
create index task_operation_by_age on task_operation (tenant_id, at);
select secure_tenant_table('task_operation');

create table task_feedback (
  tenant_id uuid not null,
  task_id uuid not null,
  feedback_id uuid not null,
  linked_at timestamptz not null,
  primary key (tenant_id, task_id, feedback_id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade,
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
create index task_feedback_by_feedback on task_feedback (tenant_id, feedback_id);
select secure_tenant_table('task_feedback');

create table task_status_report (
  tenant_id uuid not null,
  task_id uuid not null,
  report_id uuid not null,
  item_id uuid not null,
  linked_at timestamptz not null,
  primary key (tenant_id, task_id, report_id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
create index task_status_report_by_item on task_status_report (tenant_id, item_id);
create index task_status_report_by_report on task_status_report (tenant_id, report_id);
select secure_tenant_table('task_status_report');

create table task_note (
  tenant_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  text text not null,
  public boolean not null default false,
  author_kind text not null,
  author_id text not null,
  author_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
create index task_note_by_task on task_note (tenant_id, task_id, created_at, id);
select secure_tenant_table('task_note');

create table task_history (
  tenant_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  at timestamptz not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  action text not null,
  changes jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references task (tenant_id, id) on delete cascade
);
create index task_history_by_task on task_history (tenant_id, task_id, at, id);
create index task_history_by_age on task_history (tenant_id, at desc, id desc);
select secure_tenant_table('task_history');
