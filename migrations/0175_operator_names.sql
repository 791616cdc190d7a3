-- Display names of operators, each from its own time on: the newest one holds, older records keep theirs.
create table operator_names (
  id text primary key,
  operator_id text not null references operators (id),
  name text not null,
  since bigint not null,
  named_by jsonb not null
);
create index operator_names_of_operator on operator_names (operator_id);
