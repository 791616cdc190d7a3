-- The time for a decision on a withdrawal stands while something stands against it: what, since when, and how much of the time was left then.
-- An open request to deny makes it stand until `denial_until` at most.
alter table withdrawals
  add column stopped_for text,
  add column stopped_at bigint,
  add column left_ms bigint check (left_ms >= 0),
  add column denial_until bigint,
  add constraint withdrawals_stop check ((stopped_for is null) = (stopped_at is null) and (stopped_for is null) = (left_ms is null));
