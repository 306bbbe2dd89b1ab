-- A text encrypted under the SECRET under which everything in this database lies: a start or a command with another one is
-- refused before it makes anew what it cannot read. Null until a start with one secret, or the night after one with two.
alter table service_state add column secret_proof text;
