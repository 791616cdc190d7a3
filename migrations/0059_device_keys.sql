-- The key with which a session's device signs money commands (SubjectPublicKeyInfo of P-256), and whose word it is that it is the member's.
alter table sessions add column device_key bytea;
alter table sessions add column key_by text check (key_by in ('passkey', 'session'));
alter table sessions add constraint sessions_device_key check ((device_key is null) = (key_by is null));
