-- Daily closing reports: of each market day what the ledger stood at, what moved, and where the journal was. Numbered, each with the hash of the one before; nothing is changed or deleted.
create table daily_closings (
  number integer primary key,
  day text not null unique,
  to_seq bigint not null,
  at bigint not null,
  report text not null,
  hash text not null,
  check (number >= 1)
);
