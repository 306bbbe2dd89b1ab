-- outside a transaction
-- What somebody did and wrote, so that it is found when they are erased. Without what visitors and the system do, which
-- is most of it: where thousands of reports arrive, none of these is written.
create index concurrently if not exists task_history_by_actor on task_history (tenant_id, actor_id) where actor_id <> '';
create index concurrently if not exists task_note_by_author on task_note (tenant_id, author_id) where author_id <> '';
create index concurrently if not exists upload_by_author on upload (tenant_id, author_id) where author_id is not null;
-- By whom stands in a JSON, into which no index looks under row security: these few rows are all read.
create index concurrently if not exists feedback_moderated on feedback (tenant_id) where moderated_by is not null;
