-- Who caused it, by kind and id alone: whoever follows events is told the name as it is then. Null for what a version
-- before wrote, and for visitors; without a default, so no row is touched.
alter table event add column actor_kind text, add column actor_id text;
