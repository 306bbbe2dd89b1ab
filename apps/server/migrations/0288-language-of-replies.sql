-- The language that a reply to a visitor is written in; null: not said.
alter table feedback_reply add column language text;
comment on column feedback_reply.language is 'exported';
