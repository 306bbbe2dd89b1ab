-- Where an archived amenity stood: its location and those above it, the nearest first. Its past belongs there still, and the
-- location may be deleted all the same, so nothing refers to it. An older version that archives leaves it empty, as before.
alter table amenity add column last_locations uuid[] not null default '{}';
