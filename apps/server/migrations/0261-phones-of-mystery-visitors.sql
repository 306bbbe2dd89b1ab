-- What a phone says of itself may hold a name, and when it was online tells when a mystery visitor came.
comment on column scout.platform is 'not exported: the phone of a mystery visitor may be called by the name';
comment on column scout.last_sync_at is 'not exported: gives away when a mystery visitor came';
