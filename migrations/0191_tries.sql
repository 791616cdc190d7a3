-- Times of tries under a name (an address, a number, a member), counted for all servers of a database
-- (decision 0195): as long as they count.
create table tries (
  name bytea primary key,
  times bigint[] not null,
  until bigint not null
);
create index tries_over on tries (until);
