-- What the team makes of submissions beside their tasks. A table of its own for each: whoever visits writes none of them,
-- and what was received when is kept here too, so that a list of a period reads no others.

-- who has read and settled it; no row: nobody has yet
create table feedback_handled (
  tenant_id uuid not null,
  feedback_id uuid not null,
  received_at timestamptz not null,
  at timestamptz not null,
  author_kind text not null,
  author_id text not null,
  author_name text not null,
  primary key (tenant_id, feedback_id),
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
create index feedback_handled_by_age on feedback_handled (tenant_id, received_at, feedback_id);
create index feedback_handled_by_author on feedback_handled (tenant_id, author_id);
select secure_tenant_table('feedback_handled');

create table feedback_label (
  tenant_id uuid not null,
  label text not null,
  feedback_id uuid not null,
  received_at timestamptz not null,
  primary key (tenant_id, feedback_id, label),
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
create index feedback_label_by_age on feedback_label (tenant_id, label, received_at, feedback_id);
select secure_tenant_table('feedback_label');

-- What the team wrote to the visitor of one submission; it is read on that visitor's page.
create table feedback_reply (
  tenant_id uuid not null,
  id uuid not null,
  feedback_id uuid not null,
  text text not null,
  author_kind text not null,
  author_id text not null,
  author_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
create index feedback_reply_by_feedback on feedback_reply (tenant_id, feedback_id, created_at, id);
create index feedback_reply_by_author on feedback_reply (tenant_id, author_id);
select secure_tenant_table('feedback_reply');
