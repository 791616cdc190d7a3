-- What a member sold short of an issue and closed within a day, the newest such day: it still counts towards the day's limit (market rules 11).
create table day_shorts (
  member_id text not null,
  code text not null,
  trade_date text not null,
  quantity bigint not null check (quantity >= 0),
  primary key (member_id, code)
) with (fillfactor = 60);

insert into day_shorts (member_id, code, trade_date, quantity)
select distinct on (member_id, code) member_id, code, trade_date, sum(quantity)::bigint
from lots where side = 'down' and status = 'closed' group by member_id, code, trade_date order by member_id, code, trade_date desc;
