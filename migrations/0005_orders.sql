-- One row per lot (建玉). Prices in tenths of a yen.
create table lots (
  id text primary key,
  number text not null,
  order_id text not null,
  member_id text not null,
  code text not null,
  side text not null,
  leverage_tenths integer not null,
  quantity bigint not null check (quantity > 0),
  open_quantity bigint not null check (open_quantity >= 0 and open_quantity <= quantity),
  closing_quantity bigint not null check (closing_quantity >= 0 and closing_quantity <= open_quantity),
  open_price_tenths bigint not null,
  margin_yen bigint not null check (margin_yen >= 0),
  open_fee_yen bigint not null,
  close_fee_yen bigint not null,
  charges_yen bigint not null,
  realized_yen bigint not null,
  closed_yen bigint not null,
  take_profit_tenths bigint,
  stop_loss_tenths bigint,
  triggered_by text,
  trade_date text not null,
  settlement_date text not null,
  opened_at bigint not null,
  closed_at bigint,
  status text not null
);
create index lots_of_member on lots (member_id, id);

create table settlements (
  member_id text not null,
  due_date text not null,
  yen bigint not null check (yen >= 1),
  done boolean not null,
  primary key (member_id, due_date)
);
create index settlements_due on settlements (due_date) where not done;

create table realized (
  member_id text primary key,
  trade_date text not null,
  day_yen bigint not null,
  year_yen bigint not null
);

create table orders (
  id text primary key,
  number text not null,
  member_id text not null,
  code text not null,
  purpose text not null,
  side text not null,
  type text not null,
  quantity bigint not null check (quantity > 0),
  filled_quantity bigint not null check (filled_quantity >= 0 and filled_quantity <= quantity),
  filled_yen bigint not null,
  price_tenths bigint,
  leverage_tenths integer not null,
  take_profit_tenths bigint,
  stop_loss_tenths bigint,
  reserve_tenths bigint,
  hold_available_yen bigint not null check (hold_available_yen >= 0),
  hold_unsettled_yen bigint not null check (hold_unsettled_yen >= 0),
  margin_yen bigint not null,
  fee_yen bigint not null,
  quoted_price_tenths bigint,
  quoted_notional_yen bigint not null,
  quoted_margin_yen bigint not null,
  quoted_fee_yen bigint not null,
  lot_id text,
  origin text not null,
  ord_status text not null,
  status text not null,
  cancel_asked boolean not null,
  reason text,
  profit_yen bigint,
  lots_open integer not null,
  lots_closing integer not null,
  venue_seq bigint,
  last_exec_no bigint not null,
  trade_date text not null,
  placed_at bigint not null,
  updated_at bigint not null
);
create index orders_of_member on orders (member_id, id);

-- What traded: the position is the sum of these.
create table fills (
  order_id text not null,
  n bigint not null,
  lot_id text not null,
  at bigint not null,
  price_tenths bigint not null,
  quantity bigint not null check (quantity > 0),
  fee_yen bigint not null,
  primary key (order_id, n)
);
