-- The last digest that a person was sent: on which day of theirs, and about which day of the tenant. Neither comes twice.
create table digest (
  tenant_id uuid not null,
  -- of the person
  id uuid not null,
  sent_on date not null,
  about date not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references app_user (tenant_id, id) on delete cascade
);
select secure_tenant_table('digest');

-- Those who lead are planned for when they sign in, or something of theirs changes; those of today once, here.
alter table tenant no force row level security;
alter table due_work no force row level security;
insert into due_work (tenant_id, kind, key, due_at) select id, 'digest.plan', '', now() from tenant;
alter table tenant force row level security;
alter table due_work force row level security;
