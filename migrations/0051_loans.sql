-- Loans (README of the room). Times are wall clock, `lent_at` and days are market time.
create table loans (
  id text primary key,
  number integer not null unique,
  member_id text not null,
  yen bigint not null check (yen > 0),
  rate_ppm integer not null check (rate_ppm > 0),
  income_yen bigint not null check (income_yen >= 0),
  details_hash text not null,
  state text not null check (state in ('pending', 'open', 'repaid', 'refused', 'cancelled')),
  applied_at bigint not null,
  decided_at bigint,
  reason text,
  refused_by jsonb not null,
  lent_at bigint,
  principal_yen bigint not null check (principal_yen >= 0 and principal_yen <= yen),
  carried_yen bigint not null check (carried_yen >= 0),
  since text,
  paid_interest_yen bigint not null check (paid_interest_yen >= 0),
  on_time integer not null,
  late integer not null,
  ended_at bigint,
  check ((state in ('open', 'repaid')) = (since is not null)),
  check (state = 'open' or principal_yen = 0),
  check (state <> 'open' or principal_yen > 0)
);
create index loans_member on loans (member_id);
-- One application at a time, behind the engine's own rule.
create unique index loans_pending on loans (member_id) where state = 'pending';

-- What happened to a loan, once written. `principal_yen`: what is left after it.
create table loan_entries (
  loan_id text not null,
  seq bigint not null,
  n integer not null,
  member_id text not null,
  kind text not null check (kind in ('lent', 'interest', 'repaid')),
  yen bigint not null check (yen > 0),
  principal_yen bigint not null check (principal_yen >= 0),
  day text not null,
  at bigint not null,
  primary key (loan_id, seq, n)
);
create index loan_entries_member on loan_entries (member_id);

-- What the credit score counts that stands in no row of memory: of the last 365 days, as of a day.
create table credit_records (
  member_id text primary key,
  unmet_calls integer not null,
  shortfall_days integer not null,
  as_of text not null
);
create index transfers_shortfall on transfers (at) where kind = 'shortfall';

-- Who applied, as typed: personal, so outside the journal, which knows a salted hash. The number of the document is sealed.
create table loan_details (
  id text primary key,
  member_id text not null,
  name text not null,
  number_sealed bytea not null,
  address text not null,
  contact text not null,
  email text not null,
  salt bytea not null,
  at bigint not null
);
create index loan_details_member on loan_details (member_id);

create table loan_appeals (
  id text primary key,
  member_id text not null,
  loan_id text not null unique,
  text_id text not null,
  text_hash text not null,
  state text not null check (state in ('open', 'upheld', 'overturned', 'withdrawn')),
  excluded jsonb not null,
  filed_at bigint not null,
  answer_by bigint not null,
  decided_at bigint
);
create table loan_appeal_texts (id text primary key, member_id text not null, text text not null, salt bytea not null, at bigint not null);
