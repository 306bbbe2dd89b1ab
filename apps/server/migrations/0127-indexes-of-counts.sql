-- outside a transaction
-- Which rows are to be put together: none, but for a moment after they were counted.
create index concurrently if not exists feedback_day_without_heat on feedback_day (tenant_id)
  where heat is null and amenity_id = '00000000-0000-0000-0000-000000000000';
create index concurrently if not exists feedback_month_without_heat on feedback_month (tenant_id)
  where heat is null and amenity_id = '00000000-0000-0000-0000-000000000000';
-- Of one amenity, wherever it stood.
create index concurrently if not exists feedback_day_by_amenity on feedback_day (tenant_id, amenity_id, day);
create index concurrently if not exists feedback_month_by_amenity on feedback_month (tenant_id, amenity_id, month);
-- Bad visits that somebody wrote of: the overview asks for those of a week, which are few of its submissions.
create index concurrently if not exists feedback_bad_words on feedback (tenant_id, created_at) where has_comment and rating <= 2;
