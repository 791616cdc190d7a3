-- The trade date of a fill is the venue's word, not what its time says: the closing auction stands at the close, where the next date begins.
-- Of fills from before, the entries that they made in the ledger say it.
alter table fills add column trade_date text;
update fills set trade_date = dated.trade_date
from (
  select distinct on (fills.order_id, fills.n) fills.order_id, fills.n, transfers.trade_date
  from fills join orders on orders.id = fills.order_id
    join transfers on transfers.member_id = orders.member_id and transfers.order_id = fills.order_id and transfers.lot_id = fills.lot_id and transfers.at >= fills.at
  order by fills.order_id, fills.n, transfers.seq
) dated
where dated.order_id = fills.order_id and dated.n = fills.n;

-- Longs that were paid in full (take, 現引) and shares that were given against a short (give, 現渡): purchases and sales without an order.
create table lot_deliveries (
  member_id text not null,
  seq bigint not null,
  kind text not null,
  lot_id text not null,
  number text not null,
  code text not null,
  quantity bigint not null check (quantity > 0),
  price_tenths bigint not null,
  charges_yen bigint not null,
  trade_date text not null,
  settlement_date text not null,
  at bigint not null,
  primary key (member_id, seq)
);
