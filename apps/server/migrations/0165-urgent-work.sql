-- What endangers people, and all that it sets off: worked off during maintenance too. What is written while urgent work is
-- done is urgent as well. No row is touched: the default of those that are there is read once.
alter table event add column urgent boolean not null default coalesce(current_setting('app.urgent', true), '') = 'on';
alter table due_work add column urgent boolean not null default coalesce(current_setting('app.urgent', true), '') = 'on';
