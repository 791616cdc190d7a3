-- Since when a device has proven more than the login password, once and for all. Devices from before count from when they were first seen, as they did.
alter table known_devices add column factor_since bigint;
update known_devices set factor_since = first_at;
-- The device that a session came from, by whatever name, so that what is proven in it counts for that device.
alter table sessions add column known_device bytea;
-- Who opened requests about a case of a member that several people sign: each does so three times in 30 days.
create table case_requests (
  case_id text not null,
  opened jsonb not null,
  constraint case_requests_pkey primary key (case_id)
);
