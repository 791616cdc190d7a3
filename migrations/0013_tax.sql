-- How a member's tax is paid; no row: withheld.
create table tax_accounts (
  member_id text primary key,
  kind text not null
);

-- A calendar year of settled results: what they come to, what is withheld on them now, and the year's dividends by themselves.
create table tax_years (
  member_id text not null,
  year text not null,
  kind text not null,
  total_yen bigint not null,
  cash_proceeds_yen bigint not null,
  cash_gain_yen bigint not null,
  margin_proceeds_yen bigint not null,
  margin_gain_yen bigint not null,
  income_tax_yen bigint not null check (income_tax_yen >= 0),
  local_tax_yen bigint not null check (local_tax_yen >= 0),
  dividends_yen bigint not null,
  dividend_income_tax_yen bigint not null check (dividend_income_tax_yen >= 0),
  dividend_local_tax_yen bigint not null check (dividend_local_tax_yen >= 0),
  closed boolean not null,
  primary key (member_id, year)
) with (fillfactor = 60);

-- What each closing of a lot came to, for tax; counted on its settlement day.
create table tax_results (
  member_id text not null,
  settlement_date text not null,
  order_id text not null,
  lot_id text not null,
  code text not null,
  kind text not null,
  proceeds_yen bigint not null,
  gain_yen bigint not null,
  done boolean not null,
  primary key (member_id, settlement_date, order_id, lot_id)
) with (fillfactor = 60);

-- What the shares that a member has bought in full have cost, fees included.
create table average_costs (
  member_id text not null,
  code text not null,
  quantity bigint not null check (quantity >= 0),
  cost_yen bigint not null check (cost_yen >= 0),
  primary key (member_id, code)
) with (fillfactor = 60);
insert into average_costs (member_id, code, quantity, cost_yen)
  select member_id, code, sum(open_quantity), sum(margin_yen + open_fee_yen - open_fee_yen * (quantity - open_quantity) / quantity)
  from lots where status <> 'closed' and side = 'up' and leverage_tenths = 10 group by member_id, code;

-- What a member has sold of an issue on the running trade date, out of shares bought in full.
create table day_sales (
  member_id text not null,
  code text not null,
  trade_date text not null,
  first_at bigint not null,
  sold_yen bigint not null,
  round_trip_yen bigint not null,
  primary key (member_id, code)
) with (fillfactor = 60);
