-- Each time that the server's clock went back to a time that had not come before: in which record, to which time of the wall clock, and how far it had been ahead.
create table clock_returns (
  record bigint not null,
  at bigint not null,
  ahead_ms bigint not null check (ahead_ms > 0),
  constraint clock_returns_pkey primary key (record)
);
