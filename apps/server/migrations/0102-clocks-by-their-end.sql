-- outside a transaction
-- What the clock wants done in a week or a month: a calendar of tasks reads this range and not the clocks of all tasks.
create index concurrently if not exists sla_clock_by_end on sla_clock (tenant_id, resolve_by);
