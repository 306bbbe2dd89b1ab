-- An address for the outcome of a report gets mails once its owner has confirmed. Those that were left before, and those that
-- a version before writes meanwhile, have nothing here and count as confirmed, as they did.
alter table feedback add column outcome_asked_at timestamptz;
comment on column feedback.outcome_asked_at is 'when the owner of outcome_email was asked last; null once they confirmed';
