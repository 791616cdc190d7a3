-- What was traded on this exchange, by the minute and by the day. Prices in tenths of a yen, times in milliseconds of market time.
-- History before the first start is computed by the model and never stored.

create table minute_bars (
  code         text not null,
  at           int8 not null,
  trade_date   text not null,
  open_tenths  int8 not null,
  high_tenths  int8 not null,
  low_tenths   int8 not null,
  close_tenths int8 not null,
  volume       int8 not null,
  last_no      int4 not null,
  source       text not null,
  primary key (code, at)
);
-- Old minutes are deleted by time; rows arrive in the order of time, so that a block range index is enough.
create index minute_bars_at on minute_bars using brin (at);

create table daily_bars (
  code         text not null,
  trade_date   text not null,
  at           int8 not null,
  open_tenths  int8 not null,
  high_tenths  int8 not null,
  low_tenths   int8 not null,
  close_tenths int8 not null,
  volume       int8 not null,
  source       text not null,
  primary key (code, trade_date)
);

-- Spans of market time without an exchange (switched off, or jumped over by the demo clock). Their bars are computed.
create table market_gaps (
  from_at int8 primary key,
  to_at   int8 not null
);

-- Prices before and after a gap that the exchange reckoned with when it went on: a chart shows the path that it saw.
create table market_gap_prices (
  from_at     int8 not null,
  code        text not null,
  from_tenths int8 not null,
  to_tenths   int8 not null,
  primary key (from_at, code)
);

-- One row: up to when trades have been recorded.
create table market_recorded (
  one     bool primary key default true check (one),
  until_at int8 not null
);
