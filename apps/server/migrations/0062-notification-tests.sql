-- When a person last asked for test notifications, the newest last: at most five in ten minutes.
alter table app_user add column tested_at timestamptz[] not null default '{}';
