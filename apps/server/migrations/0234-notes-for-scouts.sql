-- For scouts and technicians: how one gets in, and what is dangerous there.
alter table building add column access_note text, add column hazard_note text;
comment on column building.access_note is 'exported';
comment on column building.hazard_note is 'exported';
