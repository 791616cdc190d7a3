-- After a change of what protects an account: until when its orders keep to the beginner's limits, and which change it was. Written by the engine.
alter table members
  add column trading_limited_until int8,
  add column rests_because text;

-- Codes on their way to phones, each of the one who asked for it: asking or guessing elsewhere makes none of them void. It stands in for sms_codes, which had one for a number.
create table phone_codes (
  mobile text not null,
  -- What it is good for, and a hash of the session, device or address that asked.
  purpose text not null,
  asker bytea not null,
  code_hash bytea not null,
  expires_at int8 not null,
  tries int4 not null default 0,
  primary key (mobile, purpose, asker)
);
create index phone_codes_expired on phone_codes (expires_at);
