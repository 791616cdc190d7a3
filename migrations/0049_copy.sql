-- Pools of copy products: each an account of its own, with the figures of its newest NAV.
create table copy_pools (
  id text primary key,
  lead_member_id text not null,
  state text not null check (state in ('announced', 'open', 'closing', 'ended', 'void')),
  units bigint not null check (units >= 0),
  lead_units bigint not null check (lead_units between 0 and units),
  equity_yen bigint not null,
  lead_yen bigint not null,
  before_equity_yen bigint not null,
  before_units bigint not null,
  high_equity_yen bigint not null,
  high_units bigint not null check (high_units > 0),
  owed_fee_yen bigint not null check (owed_fee_yen >= 0),
  missing_yen bigint not null check (missing_yen >= 0),
  nav_date text,
  opened_at bigint,
  ended_at bigint
);

-- Subscriptions: money held until the next NAV, then units.
create table copy_follows (
  id text primary key,
  number text not null unique,
  pool_id text not null,
  member_id text not null,
  state text not null check (state in ('pending', 'following', 'leaving', 'ended', 'refused', 'withdrawn')),
  reason text,
  buy_yen bigint not null check (buy_yen > 0),
  units bigint not null check (units >= 0),
  applied_at bigint not null,
  bought_at bigint,
  bought_on text,
  sell_asked_at bigint,
  sold_at bigint,
  paid_yen bigint check (paid_yen >= 0)
);
create index copy_follows_member on copy_follows (member_id, applied_at);
create index copy_follows_pool on copy_follows (pool_id);

-- What each NAV came to.
create table copy_navs (
  pool_id text not null,
  date text not null,
  at bigint not null,
  equity_yen bigint not null,
  units bigint not null,
  lead_yen bigint not null,
  followers bigint not null,
  in_yen bigint not null,
  out_yen bigint not null,
  management_yen bigint not null,
  performance_yen bigint not null,
  fee_paid_yen bigint not null,
  primary key (pool_id, date)
);
