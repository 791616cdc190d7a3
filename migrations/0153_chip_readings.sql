-- Readings of IC chips, sealed, under the id of the portrait that came with each.
create table chip_readings (
  id text primary key,
  member_id text not null,
  reading_sealed bytea not null
);
