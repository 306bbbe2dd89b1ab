-- Whether a session was opened by single sign-on; null: before this was kept. Where SSO becomes the only way in, the
-- others end, and one that is opened in that very moment is refused.
alter table session add column by_sso boolean;

-- Both are left from before tokens rotated in families; nothing reads or writes them.
comment on column session.spent_token is 'not used any more';
comment on column session.rotated_at is 'not used any more';

-- The key, encrypted, and its certificate with which an identity provider encrypts assertions for this tenant; null
-- until it was given out.
alter table sso_key
  add column encryption_private_key text,
  add column encryption_certificate text;
