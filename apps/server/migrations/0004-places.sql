create table building (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  address text,
  time_zone text not null,
  service_hours jsonb,
  holidays jsonb not null default '[]',
  contact jsonb,
  latitude double precision,
  longitude double precision,
  external_id text,
  created_at timestamptz not null,
  archived_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index building_by_name on building (tenant_id, name, id) where archived_at is null;
create index building_by_age on building (tenant_id, created_at, id);
create unique index building_external on building (tenant_id, external_id) where external_id is not null and archived_at is null;
select secure_tenant_table('building');

create table location (
  tenant_id uuid not null,
  id uuid not null,
  building_id uuid not null,
  parent_id uuid,
  kind text not null check (kind in ('FLOOR', 'AREA', 'ROOM')),
  name text not null,
  position integer not null default 0,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id) references building (tenant_id, id),
  foreign key (tenant_id, parent_id) references location (tenant_id, id)
);
create index location_by_building on location (tenant_id, building_id, position, name);
create index location_by_parent on location (tenant_id, parent_id);
select secure_tenant_table('location');

create table amenity_type (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  code text not null,
  icon text not null,
  names jsonb not null,
  categories jsonb not null,
  status_items jsonb not null default '[]',
  position integer not null default 0,
  built_in boolean not null,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index amenity_type_code on amenity_type (tenant_id, code);
select secure_tenant_table('amenity_type');

create table amenity (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  building_id uuid not null,
  location_id uuid,
  name text not null,
  type text not null,
  state text not null default 'OPERATIONAL' check (state in ('OPERATIONAL', 'DEGRADED', 'MAINTENANCE', 'OUT_OF_ORDER')),
  accessible boolean,
  opening_hours text,
  notes text not null default '',
  external_id text,
  last_cleaned_at timestamptz,
  created_at timestamptz not null,
  archived_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id) references building (tenant_id, id),
  foreign key (tenant_id, location_id) references location (tenant_id, id)
);
create index amenity_by_name on amenity (tenant_id, name, id) where archived_at is null;
create index amenity_by_age on amenity (tenant_id, created_at, id) where archived_at is null;
create index amenity_by_building on amenity (tenant_id, building_id, name, id) where archived_at is null;
create index amenity_by_location on amenity (tenant_id, location_id) where archived_at is null;
create index amenity_by_type on amenity (tenant_id, type, name, id) where archived_at is null;
create unique index amenity_external on amenity (tenant_id, external_id) where external_id is not null and archived_at is null;
select secure_tenant_table('amenity');

-- Directory: whose code a sticker carries. Read before the tenant is known.
create table qr_directory (
  code text primary key,
  tenant_id uuid not null
);
grant select, insert on qr_directory to wellkept_app;

create table qr_code (
  tenant_id uuid not null references tenant (id),
  code text not null,
  amenity_id uuid,
  batch text,
  scans bigint not null default 0,
  last_scan_at timestamptz,
  mounted_at timestamptz,
  created_at timestamptz not null,
  retired_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, code),
  foreign key (tenant_id, amenity_id) references amenity (tenant_id, id)
);
create unique index qr_code_of_amenity on qr_code (tenant_id, amenity_id) where amenity_id is not null and retired_at is null;
create index qr_code_by_age on qr_code (tenant_id, created_at, code);
-- Stickers that visitors scan though they lead nowhere.
create index qr_code_scanned_free on qr_code (tenant_id, last_scan_at desc) where amenity_id is null and retired_at is null and last_scan_at is not null;
create index qr_code_by_batch on qr_code (tenant_id, batch) where batch is not null;
select secure_tenant_table('qr_code');
