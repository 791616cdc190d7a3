-- Texts that an operator has typed and not yet sent, as JSON: on whatever machine they sign in, for a week.
create table operator_drafts (
  operator_id text not null,
  name text not null,
  value text not null,
  at bigint not null,
  primary key (operator_id, name)
);
