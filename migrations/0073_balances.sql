-- An order moves money between two or three of a member's accounts: one row instead of three to write anew (docs/performance.md).
-- Credits less debits; null before the first entry.
create table member_balances (
  member_id text primary key,
  available bigint,
  unsettled bigint,
  order_hold bigint,
  lot_margin bigint,
  withdrawal_hold bigint,
  subscription_hold bigint,
  dividend_hold bigint,
  paid_shares bigint,
  loan bigint,
  shortfall bigint,
  constraint own_money_not_below_zero check (
    available >= 0 and unsettled >= 0 and order_hold >= 0 and lot_margin >= 0 and withdrawal_hold >= 0 and subscription_hold >= 0 and dividend_hold >= 0 and paid_shares >= 0
  ),
  constraint debts_not_above_zero check (loan <= 0 and shortfall <= 0)
) with (fillfactor = 50);

create table house_balances (
  kind text primary key,
  balance_yen bigint not null
) with (fillfactor = 10);

insert into member_balances
select member_id,
  max(balance_yen) filter (where kind = 'available'),
  max(balance_yen) filter (where kind = 'unsettled'),
  max(balance_yen) filter (where kind = 'orderHold'),
  max(balance_yen) filter (where kind = 'lotMargin'),
  max(balance_yen) filter (where kind = 'withdrawalHold'),
  max(balance_yen) filter (where kind = 'subscriptionHold'),
  max(balance_yen) filter (where kind = 'dividendHold'),
  max(balance_yen) filter (where kind = 'paidShares'),
  max(balance_yen) filter (where kind = 'loan'),
  max(balance_yen) filter (where kind = 'shortfall')
from accounts where member_id is not null group by member_id;
insert into house_balances select kind, balance_yen from accounts where member_id is null;

drop table accounts;

-- Every account by itself, as the journal names it. The sum over all of them is 0.
create view accounts as
select 'm:' || member_id || ':' || kind as id, member_id, kind, balance_yen
from member_balances cross join lateral (values
  ('available', available),
  ('unsettled', unsettled),
  ('orderHold', order_hold),
  ('lotMargin', lot_margin),
  ('withdrawalHold', withdrawal_hold),
  ('subscriptionHold', subscription_hold),
  ('dividendHold', dividend_hold),
  ('paidShares', paid_shares),
  ('loan', loan),
  ('shortfall', shortfall)
) as each_account (kind, balance_yen)
where balance_yen is not null
union all
select 'h:' || kind, null, kind, balance_yen from house_balances;
