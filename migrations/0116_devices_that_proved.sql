-- When a device has last proven more than the password: what is guessed elsewhere closes nothing for it.
alter table known_devices add column proven_at bigint;
-- The name of the device that a session is on, as known_devices keeps it; null: it has none, or an older version opened it.
alter table sessions add column device_hash bytea;
