-- Risk signals and the cases that they open. A signal says that somebody should look, and decides nothing. Of a member one case is open at a time.
create table risk_cases (
  id text primary key,
  member_id text not null,
  state text not null check (state in ('open', 'closed')),
  opened_at bigint not null,
  assigned_to text,
  closed_at bigint,
  reason text check (reason in ('explained', 'false-signal', 'member-protected', 'reported')),
  check ((state = 'closed') = (closed_at is not null)),
  check ((state = 'closed') = (reason is not null))
);
create unique index risk_cases_open on risk_cases (member_id) where state = 'open';
create index risk_cases_by_time on risk_cases (opened_at desc, id desc);
create index risk_cases_of_member on risk_cases (member_id);
-- `at`: when it was found. `evidence`, `others` in JSON: rows with figures and times, and other members that it is about.
create table risk_signals (
  id text primary key,
  case_id text not null references risk_cases (id),
  member_id text not null,
  rule text not null check (rule in ('withdrawal-new-device', 'shared-device', 'payer-differs', 'pass-through', 'wash-trades', 'small-cap-new-device')),
  key text not null,
  happened_at bigint not null,
  evidence text not null,
  others text not null,
  at bigint not null,
  unique (member_id, rule, key)
);
create index risk_signals_of_case on risk_signals (case_id);
-- What people did in a case. Nothing is changed or deleted.
create table case_entries (
  id text primary key,
  case_id text not null references risk_cases (id),
  member_id text not null,
  kind text not null check (kind in ('note', 'taken', 'given-back', 'closed')),
  words text not null,
  operator_id text not null,
  role text not null check (role in ('support', 'reviewer', 'treasurer', 'listing', 'auditor', 'administrator')),
  number integer not null,
  at bigint not null
);
create index case_entries_of_case on case_entries (case_id, at, id);
