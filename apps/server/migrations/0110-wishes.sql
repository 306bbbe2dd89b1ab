-- "Tell me when …": whose saved views say that what is new in them is to be told.

-- The worker asks it of each batch of events before it makes a job, and may read no more of people than this.
alter table app_user add column has_wishes boolean not null generated always as (
  state = 'ACTIVE' and removed_at is null
  and jsonb_path_exists(preferences, '$.savedViews[*].tell ? (@ != null)')
) stored;
create index app_user_with_wishes on app_user (tenant_id) where has_wishes;
create policy worker_reads on app_user for select to wellkept_worker using (has_wishes);
grant select (tenant_id, has_wishes) on app_user to wellkept_worker;

-- What a person is told of by a wish: once each, and what waits to be told.
create table wish_news (
  tenant_id uuid not null,
  user_id uuid not null,
  subject text not null check (subject in ('FEEDBACK', 'TASK')),
  subject_id uuid not null,
  at timestamptz not null,
  -- told, or no longer to be told; null: it waits
  settled_at timestamptz,
  primary key (tenant_id, user_id, subject_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index wish_news_waiting on wish_news (tenant_id, user_id, at, subject_id) where settled_at is null;
create index wish_news_by_age on wish_news (tenant_id, at);
select secure_tenant_table('wish_news');
