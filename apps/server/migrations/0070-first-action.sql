-- When work on a task began for the first time, or it was done without: started_at is that of the standing run, and is
-- taken back when a task returns to OPEN. Null: as started_at says. An older instance that starts a task leaves it null.
alter table task add column first_action_at timestamptz;
