-- Filters and order of a console table under a name, an operator's own: on whatever machine they sign in.
create table operator_views (
  operator_id text not null,
  table_name text not null,
  name text not null,
  query text not null,
  at bigint not null,
  primary key (operator_id, table_name, name)
);
