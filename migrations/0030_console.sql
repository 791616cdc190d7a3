-- Operators of the console: how somebody new enrols the first passkey, and that somebody has left.
alter table operators
  add column invite text,
  add column invite_until bigint,
  add column invited_by jsonb,
  add column ended_at bigint;

-- The passkeys that operators sign with: public keys as JWK. The counter is of the device's last answer.
create table operator_passkeys (
  id text primary key,
  operator_id text not null references operators (id),
  public_key text not null,
  transports text not null,
  counter bigint not null,
  since bigint not null,
  ended_at bigint
);
create index operator_passkeys_of_operator on operator_passkeys (operator_id);

-- Sessions of operators: never a member's. The token is kept as its hash.
create table operator_sessions (
  id text primary key,
  operator_id text not null,
  token_hash bytea not null unique,
  factor text not null check (factor in ('code', 'passkey')),
  started_at bigint not null,
  seen_at bigint not null,
  ended_at bigint
);
create index operator_sessions_open on operator_sessions (operator_id) where ended_at is null;

-- Each look of an operator at a member's data: the member reads it beside what operators did.
create table operator_reads (
  id text primary key,
  operator_id text not null,
  role text not null,
  number integer not null,
  member_id text not null,
  what text not null,
  at bigint not null
);
create index operator_reads_of_member on operator_reads (member_id, id);

-- Who works on a case of a queue.
create table queue_assignments (
  queue text not null,
  subject text not null,
  operator_id text not null,
  at bigint not null,
  primary key (queue, subject)
);

-- The audit log reads what operators did out of the journal.
create index journal_of_operators on journal (seq) where type like 'staff.%';
