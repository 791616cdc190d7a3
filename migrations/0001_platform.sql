-- The engine's own tables. Rooms bring theirs in later files.

-- One row: who writes (epoch), how far (seq), and the hash of the last record. Every batch moves it on, or fails.
create table lease (
  one boolean primary key default true check (one),
  epoch int8 not null default 0,
  seq int8 not null default -1,
  head bytea not null default decode(repeat('00', 32), 'hex') check (length(head) = 32),
  ts int8 not null default 0
) with (fillfactor = 10);
insert into lease default values;

-- One record per command, refused ones too. `record` is the canonical text that `hash` chains: bytes, never jsonb, which would
-- change them. Records are short and already dense: no attempt to compress them.
create table journal (
  seq int8 primary key,
  ts int8 not null,
  type text not null,
  record bytea not null,
  hash bytea not null check (length(hash) = 32)
);
alter table journal alter column record set storage external;

-- Answers by (member, key), for repeats. Keys are UUIDv7, so the index grows at its end and old answers go in one range.
create table idempotency (
  key uuid not null,
  member text not null,
  seq int8 not null,
  request bytea not null,
  answer text not null,
  primary key (key, member)
);

-- Heads of the chain, written down now and then: a start checks the journal from the last one on.
create table heads (
  seq int8 primary key,
  hash bytea not null check (length(hash) = 32),
  ts int8 not null
);
