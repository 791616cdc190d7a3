-- Margin calls (追証): one a member and close at most. Yen, times in milliseconds of market time.
create table margin_calls (
  member_id    text not null,
  trade_date   text not null,
  amount_yen   bigint not null check (amount_yen > 0),
  before_yen   bigint not null check (before_yen >= 0),
  notional_yen bigint not null check (notional_yen > 0),
  met_yen      bigint not null check (met_yen >= 0 and met_yen <= amount_yen),
  made_at      bigint not null,
  made_seq     bigint not null,
  deadline_at  bigint not null,
  state        text not null,
  ended_at     bigint,
  primary key (member_id, trade_date)
);

-- What the last close said of an account with leveraged lots: G and N in yen.
create table margin_closes (
  member_id    text primary key,
  trade_date   text not null,
  held_yen     bigint not null,
  notional_yen bigint not null check (notional_yen >= 0)
);
