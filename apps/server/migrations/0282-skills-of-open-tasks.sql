-- outside a transaction
-- Which skills unfinished tasks need, by building: read beside the gaps of the roster.
create index concurrently if not exists task_by_skill on task (tenant_id, building_id, skill)
  where merged_into is null and status <> 'DONE' and skill is not null;
