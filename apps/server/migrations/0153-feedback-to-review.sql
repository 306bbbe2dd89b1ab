-- Words or photos that no administrator has looked at yet, where they do so after the team has read them.
alter table feedback add column to_review boolean not null default false;
