-- The commission that an order was quoted, which it keeps: parts per million of the notional, at least and at most so many yen.
alter table orders
  add column fee_ppm integer not null default 500,
  add column fee_min_yen bigint not null default 50,
  add column fee_max_yen bigint not null default 1000;
alter table orders alter column fee_ppm drop default, alter column fee_min_yen drop default, alter column fee_max_yen drop default;
