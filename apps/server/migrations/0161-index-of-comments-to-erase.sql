-- outside a transaction
-- Words and photos whose time is over are found among those that are still there, not among all that was ever erased.
create index concurrently if not exists feedback_to_erase on feedback (tenant_id, created_at, id) where erased_at is null;
