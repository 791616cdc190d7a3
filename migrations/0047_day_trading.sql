-- Orders on the terms of day trading (一日信用), their inventory, and what members applied for.
alter table orders add column source text not null default 'order' check (source in ('order', 'day-trade'));

-- Units of an issue on one day; `is_over`: the day is, and nothing is taken any more.
create table day_inventory (
  listing_id text not null,
  code text not null,
  trade_on text not null,
  long_units bigint not null check (long_units >= 0),
  long_left bigint not null check (long_left between 0 and long_units),
  short_units bigint not null check (short_units >= 0),
  short_left bigint not null check (short_left between 0 and short_units),
  is_over boolean not null,
  primary key (listing_id, code)
);

-- `closing_on`: the day on which the house sent its lots into the closing auction.
create table day_applications (
  order_id text primary key,
  number text not null,
  member_id text not null,
  listing_id text not null,
  code text not null,
  side text not null check (side in ('up', 'down')),
  units bigint not null check (units > 0),
  taken_units bigint not null check (taken_units between 0 and units),
  unit bigint not null,
  price_tenths bigint not null,
  leverage_tenths integer not null,
  status text not null check (status in ('applying', 'success', 'failed')),
  filled_quantity bigint not null check (filled_quantity >= 0),
  reason text,
  trade_date text not null,
  applied_at bigint not null,
  decided_at bigint,
  is_warned boolean not null,
  closing_on text,
  penalty_yen bigint not null check (penalty_yen >= 0),
  is_over boolean not null
);
create index day_applications_member on day_applications (member_id, number desc);
create index day_applications_live on day_applications (order_id) where not is_over;
create index day_inventory_live on day_inventory (listing_id) where not is_over;
