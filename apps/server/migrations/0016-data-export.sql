-- An export of everything that a tenant owns: one zip, kept for a week. `attempts` numbers its runs and is part of the
-- file's name, so that a run that was thought dead can never be taken for the one that came after it.
create table data_export (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  asked_by uuid[] not null,
  attempts integer not null default 0,
  steps integer not null,
  steps_done integer not null default 0,
  records bigint not null default 0,
  photos bigint not null default 0,
  size bigint,
  sha256 text,
  created_at timestamptz not null,
  started_at timestamptz,
  -- when its run last told of itself; null while nobody works on it
  touched_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  file_removed_at timestamptz,
  primary key (tenant_id, id)
);
create unique index data_export_open on data_export (tenant_id) where state in ('QUEUED', 'RUNNING');
create index data_export_by_age on data_export (tenant_id, created_at);
create index data_export_with_file on data_export (tenant_id, expires_at) where state in ('DONE', 'FAILED') and file_removed_at is null;
select secure_tenant_table('data_export');
