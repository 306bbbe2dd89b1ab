-- outside a transaction
create index concurrently if not exists audit_entry_by_request on audit_entry (request_id);
create index concurrently if not exists webhook_attempt_by_age on webhook_attempt (tenant_id, at) include (error);
create index concurrently if not exists upload_stored on upload (tenant_id) include (size) where stored_at is not null;
