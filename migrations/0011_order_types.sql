-- When an order may trade, what releases it, and until when it lives; an amendment that the venue has not answered yet.
alter table orders
  add column condition text not null default 'none',
  add column time_in_force text not null default 'day',
  add column trigger_tenths bigint,
  add column valid_until text,
  add column amend_price_tenths bigint,
  add column amend_quantity bigint;
update orders set valid_until = trade_date;
alter table orders alter column valid_until set not null, alter column condition drop default, alter column time_in_force drop default;

-- Since when a lot's take-profit and stop-loss stand: a trade from before does not reach them.
alter table lots add column exits_at bigint;
update lots set exits_at = opened_at;
alter table lots alter column exits_at set not null;
