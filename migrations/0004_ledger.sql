-- Credits less debits of each account; the sum over all accounts is 0.
create table accounts (
  id text primary key,
  member_id text,
  kind text not null,
  balance_yen bigint not null,
  constraint own_money_not_below_zero check (member_id is null or kind in ('loan', 'shortfall') or balance_yen >= 0),
  constraint debts_not_above_zero check (member_id is null or kind not in ('loan', 'shortfall') or balance_yen <= 0)
);

-- The account log of a member is read by the primary key alone, newest first.
create table transfers (
  member_id text not null,
  seq bigint not null,
  n integer not null,
  debit text not null,
  credit text not null,
  yen bigint not null check (yen >= 1),
  tax_yen bigint not null,
  kind text not null,
  order_id text,
  lot_id text,
  code text,
  at bigint not null,
  trade_date text not null,
  primary key (member_id, seq, n)
);
