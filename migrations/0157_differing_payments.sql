-- Payments by which the bank sent another sum than was asked for: what it sent, and of what it sent too much,
-- what has not come back yet. Null: the sum that was asked for, and nothing.
alter table withdrawals add column paid_yen bigint check (paid_yen > 0);
alter table withdrawals add column claim_yen bigint check (claim_yen > 0);
