-- Each lot that a loss-cut closed: what was decided when, and on which print. Times in milliseconds of market time, prices in tenths of a yen.
create table loss_cuts (
  lot_id text not null,
  seq bigint not null,
  member_id text not null,
  quantity bigint not null check (quantity > 0),
  ratio_bp integer not null,
  decided_at bigint not null,
  print_code text,
  print_date text,
  print_no bigint,
  print_tenths bigint,
  print_at bigint,
  primary key (lot_id, seq)
);
