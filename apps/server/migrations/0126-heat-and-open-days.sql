-- Of whole buildings: how many lie in each hour, how many of them with a rating, and the sum of these, twelve decimal digits
-- each, the first hour last; of a day its 24 hours, of a month those of a week. So one addition adds up all hours. Null: not
-- put together yet, as by versions before.
alter table feedback_day add column heat numeric;
alter table feedback_month add column heat numeric;

-- How far the day that begins at `until` is counted, while it lasts, by the clock of which zone. Versions before know nothing
-- of it: to them the day is not counted.
alter table feedback_rollup add column open_until timestamptz, add column open_zone text;
