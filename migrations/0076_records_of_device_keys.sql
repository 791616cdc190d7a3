-- The journal's record in which a session's device key was registered: it stands among the member's own records.
alter table sessions add column key_seq bigint;
update sessions set key_seq = journal.seq from journal
  where journal.type = 'device.register' and device_key is not null and convert_from(journal.record, 'UTF8')::json ->> 'device' = 's:' || sessions.id;
create index sessions_with_key on sessions (member_id, key_seq) where key_seq is not null;
