-- What of a lot came to less than a new share at a split, and was paid out: a sale (or a short's purchase) without an order.
create table share_fractions (
  lot_id text not null,
  ex_date text not null,
  member_id text not null,
  number text not null,
  code text not null,
  side text not null check (side in ('up', 'down')),
  fraction_ppm integer not null check (fraction_ppm > 0),
  price_tenths bigint not null,
  paid_yen bigint not null,
  charges_yen bigint not null,
  settlement_date text not null,
  at bigint not null,
  primary key (lot_id, ex_date)
);
create index share_fractions_member on share_fractions (member_id, ex_date);
