-- The way into the console when nobody can sign: sets of three recovery codes, each as a keyed hash (none until they are made), and what became of each break-glass that two of them began.
create table recovery_sets (
  id text primary key,
  asked_at bigint not null,
  codes jsonb not null,
  made_at bigint,
  ended_at bigint
);
create table break_glasses (
  id text primary key,
  set_id text not null,
  numbers jsonb not null,
  began_at bigint not null,
  opens_at bigint not null,
  status text not null,
  over_at bigint,
  constraint break_glasses_status_check check (status in ('waiting', 'stopped', 'opened'))
);
