-- What operators looked for when they looked for members: by whom, in which words, and how many were found.
create table operator_searches (
  id text primary key,
  operator_id text not null,
  role text not null,
  number integer not null,
  words text not null,
  found integer not null,
  at bigint not null,
  constraint operator_searches_role_check check (role in ('support', 'reviewer', 'treasurer', 'listing', 'auditor', 'administrator'))
);
create index operator_searches_at on operator_searches (at desc, id desc);
create index operator_searches_operator on operator_searches (operator_id, at desc);
