-- Approved withdrawals that a check stopped on their way to the bank: when they went on.
alter table withdrawals add column released_at bigint;
