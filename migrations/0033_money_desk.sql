-- Files of the bank that were brought in, by their hash; what they say stands in statement_lines.
create table statement_files (
  id text primary key,
  form text not null check (form in ('zengin', 'csv')),
  lines integer not null check (lines > 0),
  in_yen bigint not null,
  out_yen bigint not null,
  imported_by text not null,
  imported_at bigint not null
);

-- The files as they came. Personal (names of payers): never in the journal, which knows the hash.
create table statement_originals (
  id text primary key,
  bytes bytea not null,
  at bigint not null
);

alter table statement_lines add column file_id text;
alter table statement_lines add column number integer;

-- Files for the bank, by their hash. Each withdrawal stands in one at most.
create table transfer_files (
  id text primary key,
  day text not null,
  withdrawal_ids jsonb not null,
  yen bigint not null check (yen > 0),
  made_by text not null,
  made_at bigint not null
);
alter table withdrawals add column transfer_id text;

-- Entries by which money came in or went out on an operator's word, and what has been corrected: an entry is reversed once, by one.
create table cash_entries (
  id text primary key,
  member_id text not null,
  way text not null check (way in ('in', 'out')),
  kind text not null,
  yen bigint not null check (yen > 0),
  about text not null,
  line_id text,
  at bigint not null,
  reverses text unique,
  reversed_by text unique,
  check ((kind = 'correction') = (reverses is not null))
);
create index cash_entries_of_member on cash_entries (member_id, at);
