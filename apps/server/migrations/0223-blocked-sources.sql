-- Sources that were stopped by a limit, or that guess codes, as hashes of the day.
create table blocked_source (
  source text not null,
  kind text not null,
  hits integer not null,
  until timestamptz not null,
  noted_at timestamptz not null,
  primary key (source, kind)
);
create index blocked_source_age on blocked_source (noted_at);
comment on table blocked_source is E'no tenant: who was stopped by a limit, as a hash of the day, for two days\nnot exported: of no tenant';
comment on column blocked_source.kind is 'the limit; miss: an unknown code or token';
grant select, insert, update on blocked_source to wellkept_app;
grant select, delete on blocked_source to wellkept_worker;
