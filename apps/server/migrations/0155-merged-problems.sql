-- outside a transaction
-- What visitors report again of a problem that was merged joins the task that it is part of: each report asks for these.
create index concurrently if not exists task_merged_problem on task (tenant_id, amenity_id, category)
  where merged_into is not null;
