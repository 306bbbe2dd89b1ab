-- A schedule whose due work was lost is found by its time, over all tenants: the cost follows what is due.
create index schedule_due on schedule (next_at) where enabled and next_at is not null;
create policy worker_reads on schedule for select to wellkept_worker using (true);
grant select on schedule to wellkept_worker;
