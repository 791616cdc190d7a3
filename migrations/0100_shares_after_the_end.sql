-- Who held which part of a pool when it paid everything out: what comes in later (a dividend, tax that is given back) is handed on to them.
create table copy_last_shares (
  pool_id text not null,
  holder_id text not null,
  member_id text not null,
  units bigint not null check (units >= 0),
  done boolean not null,
  primary key (pool_id, holder_id)
);
