-- Sessions leave the accounts of staff: scouts and players have sessions of the same kind, whose subject is no member.
alter table session alter column user_id drop not null;
alter table session add column kind text not null default 'STAFF';
alter table session add column subject_id uuid;
alter table session add constraint session_has_one_subject
  check ((kind = 'STAFF') = (user_id is not null) and (user_id is null) = (subject_id is not null)) not valid;
create index session_by_subject on session (tenant_id, subject_id) where ended_at is null and subject_id is not null;
comment on column session.kind is 'STAFF, SCOUT, ARENA';
comment on column session.subject_id is 'whose it is, where that is no member of staff';
