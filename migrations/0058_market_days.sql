-- Days of the simulated market: what was committed to before each, and what was revealed after it.
create table market_days (
  trade_date text not null,
  part int not null,
  joins boolean not null,
  commitment text not null,
  committed_at bigint not null,
  seed text,
  closes_hash text,
  file_hash text,
  revealed_at bigint,
  primary key (trade_date, part)
);
