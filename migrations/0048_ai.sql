-- What the model picked at the close of a day: its weights, and the hash over everything that says so.
create table ai_days (
  id text primary key,
  card_id text not null,
  day text not null,
  entry_on text not null,
  exit_on text not null,
  fit_on text not null,
  weights jsonb not null,
  hash text not null,
  published_at bigint not null,
  unique (card_id, day)
);

-- The features of every issue on that day, from which anybody reckons ranks, scores and picks again.
create table ai_inputs (
  id text primary key references ai_days (id),
  rows jsonb not null
);

-- Each pick with its prices, and how it ended by the published rule, whoever bought it.
create table ai_picks (
  id text primary key,
  day_id text not null references ai_days (id),
  code text not null,
  place integer not null check (place > 0),
  score bigint not null,
  close_tenths bigint not null check (close_tenths > 0),
  limit_tenths bigint not null check (limit_tenths > 0),
  take_profit_tenths bigint not null check (take_profit_tenths > 0),
  stop_loss_tenths bigint not null check (stop_loss_tenths > 0),
  exit_on text not null,
  exit text check (exit in ('take-profit', 'stop-loss', 'time', 'unfilled')),
  ended_on text,
  entry_tenths bigint,
  exit_tenths bigint,
  return_bp bigint,
  index_bp bigint,
  excess_bp bigint,
  check ((exit is null) = (ended_on is null)),
  unique (day_id, code)
);

-- Applications to buy a pick. `exit_done`: nothing is left that the time exit would close.
create table ai_applications (
  id text primary key,
  member_id text not null,
  pick_id text not null references ai_picks (id),
  code text not null,
  units integer not null check (units > 0),
  hold_yen bigint not null check (hold_yen > 0),
  limit_tenths bigint not null,
  take_profit_tenths bigint not null,
  stop_loss_tenths bigint not null,
  entry_on text not null,
  exit_on text not null,
  applied_at bigint not null,
  status text not null check (status in ('applying', 'success', 'failed', 'cancelled')),
  order_id text unique,
  reason jsonb,
  filled_quantity bigint not null default 0 check (filled_quantity >= 0),
  filled_yen bigint not null default 0 check (filled_yen >= 0),
  ended_at bigint,
  exit_done boolean not null,
  check ((status = 'success') = (filled_quantity > 0)),
  check (status <> 'failed' or reason is not null)
);
create index ai_applications_of_member on ai_applications (member_id, id);
