-- Sales of one day count as made after all that the day has bought: shares at 1× remember the day on which they last changed, with what
-- was held before it and what it bought; a result remembers of which day and of how many shares it is. Null: from before this rule.
alter table average_costs
  add column trade_date text,
  add column day_quantity bigint not null default 0 check (day_quantity >= 0),
  add column day_cost_yen bigint not null default 0 check (day_cost_yen >= 0);
alter table tax_results
  add column trade_date text,
  add column quantity bigint;

-- From which trade date on a rule of tax holds that came with a later version.
create table tax_rules (
  name text primary key,
  since text not null
);
