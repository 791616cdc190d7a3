-- What the house owed its members after a market day's close, with both signatures; null until signed. `tiles`: hash and sum of every 256 leaves, 40 bytes each.
create table liabilities (
  day text primary key,
  size bigint not null,
  at bigint not null,
  members integer not null check (members >= 0),
  root text not null,
  total bigint not null check (total >= 0),
  bank bigint not null,
  market bigint not null,
  tiles bytea not null,
  house text,
  auditor text
);

-- Whose leaf stands where, and its yen; of the newest days alone.
create table liability_leaves (
  day text not null,
  place integer not null,
  member_id text not null,
  yen bigint not null check (yen >= 0),
  primary key (day, place)
);
create unique index liability_leaves_member on liability_leaves (member_id, day);

-- Reversing entries are counted in public; there are few among all the others.
create index transfers_corrections on transfers (seq) where kind = 'correction';
