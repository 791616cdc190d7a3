-- Times are milliseconds since 1970, UTC, by the wall clock unless said otherwise.

-- Jobs of the house: up to which due time (market time) each has run.
create table job_runs (
  name text primary key,
  ran_for int8 not null
);

-- How far the demo clock has moved the wall clock ahead of the machine's. Written by the engine.
create table wall_clock (
  id text primary key,
  offset_ms int8 not null
);

-- What commands need to know of a member: no personal data, since it is in the journal. Written by the engine.
create table members (
  id text primary key,
  number int4 not null unique,
  level text not null,
  opened_at int8 not null
);

-- Personal data and secrets of a member stay in these tables, outside the journal.
create table credentials (
  member_id text primary key,
  mobile text not null unique,
  password_hash text not null,
  transaction_hash text,
  -- What `member.open` is told, should it have to be told again.
  level text not null,
  invited_by text not null,
  registered_at int8 not null
);

create table invitation_codes (
  code text primary key,
  kind text not null check (kind in ('demo', 'member', 'batch')),
  owner text unique,
  -- null: no limit.
  uses_left int4 check (uses_left >= 0),
  expires_at int8
);

create table sms_codes (
  mobile text primary key,
  code_hash bytea not null,
  expires_at int8 not null,
  tries int4 not null default 0
);

-- Times of sessions are the machine's, which the demo clock does not move. The token itself is nowhere.
create table sessions (
  id text primary key,
  token_hash bytea not null unique,
  member_id text not null,
  started_at int8 not null,
  seen_at int8 not null,
  unlocked_at int8,
  ended_at int8
);
create index sessions_of_member on sessions (member_id) where ended_at is null;

-- Wrong passwords, by account (hashed) and purpose. Machine time.
create table password_failures (
  subject text primary key,
  failures int4 not null,
  first_at int8 not null,
  locks int4 not null,
  locked_until int8 not null
);
