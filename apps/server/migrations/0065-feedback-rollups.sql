-- Counts of submissions by amenity, building at the time and local day of the building, and months above them.
-- The row with the nil amenity is the whole building.
create table feedback_day (
  tenant_id uuid not null,
  day date not null,
  building_id uuid not null,
  amenity_id uuid not null,
  n integer not null,
  r1 integer not null,
  r2 integer not null,
  r3 integer not null,
  r4 integer not null,
  r5 integer not null,
  -- submissions that name an issue, and by code how many name it
  named integer not null,
  issues jsonb not null,
  -- hour * 6 + rating, 0 without a rating, and how many lie there
  cells smallint[] not null,
  counts integer[] not null,
  primary key (tenant_id, day, building_id, amenity_id)
);
create index feedback_day_of_buildings on feedback_day (tenant_id, day, building_id) include (n, r1, r2, r3, r4, r5)
  where amenity_id = '00000000-0000-0000-0000-000000000000';
create index feedback_day_by_building on feedback_day (tenant_id, building_id, day);
select secure_tenant_table('feedback_day');

create table feedback_month (
  tenant_id uuid not null,
  -- its first day
  month date not null,
  building_id uuid not null,
  amenity_id uuid not null,
  n integer not null,
  r1 integer not null,
  r2 integer not null,
  r3 integer not null,
  r4 integer not null,
  r5 integer not null,
  named integer not null,
  issues jsonb not null,
  -- (weekday - 1) * 24 + hour, how many lie there, how many of them with a rating, and the sum of these
  hours smallint[] not null,
  counts integer[] not null,
  rated integer[] not null,
  sums integer[] not null,
  primary key (tenant_id, month, building_id, amenity_id)
);
create index feedback_month_of_buildings on feedback_month (tenant_id, month, building_id)
  where amenity_id = '00000000-0000-0000-0000-000000000000';
create index feedback_month_by_building on feedback_month (tenant_id, building_id, month);
select secure_tenant_table('feedback_month');

-- How far a building's days are counted, and by the clock of which zone. Without a row, or under another zone than the
-- building's, none of them is.
create table feedback_rollup (
  tenant_id uuid not null,
  building_id uuid not null,
  time_zone text not null,
  until timestamptz not null,
  primary key (tenant_id, building_id)
);
select secure_tenant_table('feedback_rollup');

-- Quarters of an hour in which a submission came to count, or no longer does, after it was written: the local day that
-- holds one is counted from rows until it is counted anew. No zone is further from whole hours than by quarters.
create table feedback_recount (
  tenant_id uuid not null,
  building_id uuid not null,
  quarter timestamptz not null,
  asked_at timestamptz not null,
  primary key (tenant_id, building_id, quarter)
);
select secure_tenant_table('feedback_recount');
