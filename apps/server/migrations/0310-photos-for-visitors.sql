-- A photo of finished work that its author shows to the visitors who reported the fault.
alter table upload add column public boolean not null default false;
comment on column upload.public is 'exported';
