-- Each lot as it stood before a split changed it, for papers of the days before.
create table lot_splits (
  lot_id text not null,
  ex_date text not null,
  member_id text not null,
  quantity bigint not null check (quantity > 0),
  open_quantity bigint not null check (open_quantity > 0),
  open_price_tenths bigint not null,
  primary key (lot_id, ex_date)
);
create index lot_splits_member on lot_splits (member_id, ex_date);
