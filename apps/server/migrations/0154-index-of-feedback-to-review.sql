-- outside a transaction
-- What is still to be looked at is little beside what was ever sent.
create index concurrently if not exists feedback_to_review on feedback (tenant_id, created_at desc, id desc) where to_review;
