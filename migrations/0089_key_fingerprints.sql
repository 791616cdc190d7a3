-- A salted hash of each key that this database belongs to: a start with another key, or without one, is refused by name.
create table key_fingerprints (
  name text primary key,
  salt bytea not null,
  hash bytea not null
);
