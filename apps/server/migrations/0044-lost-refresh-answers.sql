-- The answer to a refresh may be lost on its way. Its token is spent then, and nobody has the pair that took its place:
-- it gets one more, in place of the lost one. For that the family knows which token the live one followed, when, and
-- whether the live pair was ever used. An instance of the version before turns tokens without noting this; the live one
-- is then none of which anything is known, and the token before it gets nothing, as up to now.
alter table session add column unused_token uuid;
alter table session add column lost_token uuid;
comment on column session.spent_token is 'what the live token took the place of';
comment on column session.rotated_at is 'when it did';
comment on column session.unused_token is 'the live token, until its pair is used';
comment on column session.lost_token is 'of a pair that reached nobody and opens nothing';
