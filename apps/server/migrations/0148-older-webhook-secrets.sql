-- Secrets that were replaced within a day, before the former one: [{"secret": sealed, "until": time}].
alter table webhook add column older_secrets jsonb not null default '[]';
