-- Values that a server hands out sealed and that are good once (decision 0193): those that were used, until
-- they would be too old anyway. `used_by`: the write that used one, where the same write may come again;
-- `outcome`: what it was told, as a keyed code.
create table used_once (
  id bytea primary key,
  until bigint not null,
  used_by bytea,
  outcome bytea
);
create index used_once_over on used_once (until);
