-- A member's messages are read newest first by time; without an index each page would sort all of them.
create index messages_by_time on messages (member_id, at, id);
