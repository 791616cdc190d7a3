-- What a lot held at the close of a last cum date gets, or owes, on the pay date. Prices in tenths of a yen.
create table entitlements (
  lot_id text not null,
  ex_date text not null,
  member_id text not null,
  order_id text not null,
  code text not null,
  side text not null,
  leverage_tenths integer not null,
  quantity bigint not null check (quantity > 0),
  per_share_tenths bigint not null check (per_share_tenths > 0),
  pay_date text not null,
  held_yen bigint not null check (held_yen >= 0),
  tax_yen bigint not null check (tax_yen >= 0),
  paid_at bigint,
  primary key (lot_id, ex_date)
);
create index entitlements_of_member on entitlements (member_id, pay_date);

-- Ex-dates that the holders of an issue have been through: each once.
create table ex_days (
  code text not null,
  ex_date text not null,
  at bigint not null,
  primary key (code, ex_date)
);
