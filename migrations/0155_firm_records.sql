-- The settings of the firm, from each start on that had others.
create table firm_records (
  id integer primary key,
  at bigint not null,
  content jsonb
);
