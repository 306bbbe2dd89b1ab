-- outside a transaction
create index concurrently if not exists event_urgent on event (id) where dispatched_at is null and urgent;
