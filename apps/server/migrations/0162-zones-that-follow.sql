-- Nobody chose its zone: it is that of the place, or of the organisation, and follows where that is corrected. Who made
-- those that are there already, and with which word, is not known: they keep theirs.
alter table schedule add column follows_zone boolean not null default false;
alter table mailing add column follows_zone boolean not null default false;
