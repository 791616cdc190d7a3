-- What a member has sold short of an issue on the newest day with such a sale: bought back on the same day it still counts (market rules 11).
create table day_shorts (
  member_id text not null,
  code text not null,
  trade_date text not null,
  quantity bigint not null check (quantity >= 0),
  primary key (member_id, code)
) with (fillfactor = 60);

insert into day_shorts (member_id, code, trade_date, quantity)
select distinct on (member_id, code) member_id, code, trade_date, sum(quantity)::bigint
from lots where side = 'down' group by member_id, code, trade_date order by member_id, code, trade_date desc;
