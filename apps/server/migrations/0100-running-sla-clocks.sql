-- outside a transaction
-- Today asks at each opening which promises are past: of the clocks that run, not of all that ever ran.
create index concurrently if not exists sla_clock_running on sla_clock (tenant_id, resolve_by)
  where resolved_at is null and paused_since is null;
