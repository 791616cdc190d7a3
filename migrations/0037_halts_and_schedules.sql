-- What people of the firm have stopped: an issue by its code, or the whole market. `since` and `ended_at` are market time.
create table halts (
  subject text primary key,
  since bigint not null,
  reason text not null,
  ended_at bigint
);

-- Published tables of fees, limits and the like, each in force from a business day on; never changed. `body` holds the figures.
create table schedules (
  id text primary key,
  kind text not null,
  from_date text not null,
  body jsonb not null,
  published_at bigint not null,
  signers jsonb not null
);
create index schedules_of_kind on schedules (kind, from_date);
