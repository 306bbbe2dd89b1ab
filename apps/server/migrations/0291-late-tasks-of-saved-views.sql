-- A task may be told twice: when it is new, and when it becomes late.
alter table wish_news drop constraint wish_news_subject_check,
  add constraint wish_news_subject_check check (subject in ('FEEDBACK', 'TASK', 'LATE'));
-- The version before inserts with `on conflict do nothing`, whatever the key is.
alter table wish_news drop constraint wish_news_pkey,
  add primary key (tenant_id, user_id, subject, subject_id);
