-- What only versions before 0028 and 0032 needed beside a running service: limits in epochs, and the triggers that
-- counted changes of task lists. Every version since says itself what it changes, and counts by rate_spend.
drop function rate_lease, rate_quit, rate_move, rate_take_in, rate_take, rate_all;
drop table rate_epoch;
drop table rate_instance;
drop function raise_tasks_revision() cascade;
drop function is_first_change_of_tasks(uuid) cascade;
drop view tenant_revision;
