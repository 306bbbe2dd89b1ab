-- What an administrator is shown of the way of a report. It stands apart from `feedback`, so that no figure, rule,
-- list, export or event can count it: only the page of its tracking token reads it.
create table test_feedback (
  tenant_id uuid not null,
  id uuid not null,
  amenity_id uuid not null,
  rating smallint not null check (rating between 1 and 5),
  issues jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, amenity_id) references amenity (tenant_id, id) on delete cascade
);
create index test_feedback_by_amenity on test_feedback (tenant_id, amenity_id);
select secure_tenant_table('test_feedback');
