-- Further roles of operators, and those of deputies until a date.
create table operator_roles (
  id text primary key,
  operator_id text not null references operators (id),
  role text not null check (role in ('support', 'reviewer', 'treasurer', 'listing', 'auditor', 'administrator')),
  number integer not null,
  since bigint not null,
  until bigint,
  reason text not null,
  granted_by jsonb not null,
  ended_at bigint,
  ended_by jsonb
);
create index operator_roles_of_operator on operator_roles (operator_id);
