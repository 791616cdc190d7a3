-- Accounts of members at their banks: states for commands, with the salted hash of what they are.
create table bank_accounts (
  id text primary key,
  member_id text not null,
  details_hash text not null,
  state text not null,
  added_at bigint not null,
  decided_at bigint,
  removed_at bigint,
  reason text
);
create index bank_accounts_of_member on bank_accounts (member_id);

-- What they are. Personal: never in the journal.
create table bank_account_details (
  account_id text primary key,
  member_id text not null,
  holder text not null,
  bank_code text not null,
  bank_name text not null,
  branch_code text not null,
  branch_name text not null,
  type text not null,
  number text not null,
  image_id text not null,
  salt bytea not null
);

create table deposits (
  id text primary key,
  member_id text not null,
  yen bigint not null check (yen > 0),
  method text not null,
  reference text not null unique,
  payer_hash text not null,
  state text not null,
  requested_at bigint not null,
  decided_at bigint,
  credited_yen bigint check (credited_yen > 0),
  line_id text unique,
  reason text,
  text_id text,
  check ((state = 'approved') = (credited_yen is not null and line_id is not null))
);
create index deposits_of_member on deposits (member_id, requested_at);

-- Lines of the firm's bank statement; each stands for one deposit or withdrawal at most.
create table statement_lines (
  id text primary key,
  kind text not null check (kind in ('in', 'out', 'returned')),
  yen bigint not null check (yen > 0),
  reference text,
  payer_hash text,
  source text not null,
  booked_at bigint not null,
  used_for text
);

create table withdrawals (
  id text primary key,
  member_id text not null,
  account_id text not null,
  yen bigint not null check (yen > 0),
  reference text not null unique,
  proven_by text not null,
  decider text not null,
  is_closing boolean not null,
  state text not null,
  requested_at bigint not null,
  due_at bigint not null,
  approved_at bigint,
  approved_by text,
  paid_at bigint,
  ended_at bigint,
  reason text,
  text_id text,
  denied_by text,
  line_id text,
  -- Never denied without a reason of the list and a text, never paid without a line of the bank.
  check (state <> 'denied' or (reason is not null and text_id is not null)),
  check (state <> 'paid' or line_id is not null)
);
create index withdrawals_of_member on withdrawals (member_id, requested_at);
create index withdrawals_by_time on withdrawals (requested_at);

create table appeals (
  id text primary key,
  member_id text not null,
  withdrawal_id text not null unique,
  text_id text not null,
  state text not null,
  filed_at bigint not null,
  answer_by bigint not null,
  decided_at bigint,
  answer_id text,
  payout_id text
);

-- What members write against a denial. Personal: never in the journal.
create table appeal_texts (
  id text primary key,
  member_id text not null,
  text text not null
);

create table account_closings (
  member_id text primary key,
  withdrawal_id text,
  state text not null,
  requested_at bigint not null,
  ended_at bigint
);
