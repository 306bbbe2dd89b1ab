-- Photos of scouts are bound to the hash of their bytes.
alter table upload add column sha256 text,
  drop constraint upload_purpose_check,
  add constraint upload_purpose_check check (purpose in ('FEEDBACK', 'STATUS_REPORT', 'TASK', 'CERTIFICATE', 'SCOUT'));
comment on column upload.sha256 is 'not exported: of the bytes before they were encoded anew';
