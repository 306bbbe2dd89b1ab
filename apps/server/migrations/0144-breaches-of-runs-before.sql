-- What a phone says late may show that this run broke nothing; what a run before it broke stays. Null: a version before wrote
-- the row, and then a run after a reopening keeps all that it is said to have broken.
alter table sla_clock add column breached_before boolean;
