-- A logo is uploaded by an administrator, without a QR code or a task.
alter table upload drop constraint upload_purpose_check,
  add constraint upload_purpose_check check (purpose in ('FEEDBACK', 'STATUS_REPORT', 'TASK', 'CERTIFICATE', 'SCOUT', 'LOGO')) not valid;
