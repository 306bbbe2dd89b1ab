-- Who runs the service asks for parked work to be tried again, of all tenants at once: of a row that is parked, and of
-- no other, when it is due and how often it was tried.
create policy worker_retries on due_work for update to wellkept_worker using (parked_at is not null) with check (true);
grant update (due_at, attempts, parked_at, fault) on due_work to wellkept_worker;
