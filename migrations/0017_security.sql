-- What protects an account. Times are the machine's, which the demo clock does not move, unless said otherwise.

-- Written by the engine, wall clock: the member's own freeze, one of the firm, and how long no withdrawal may leave after a recovery.
alter table members
  add column frozen_at int8,
  add column held_until int8,
  add column withdrawals_closed_until int8;

-- The language of messages that leave the house: that of the last login.
alter table credentials add column lang text not null default 'ja';

-- What a session was opened with, and on what.
alter table sessions
  add column factor text not null default 'password' check (factor in ('password', 'passkey', 'totp')),
  add column device text not null default '';

create table passkeys (
  -- base64url, as the browser says it.
  id text primary key,
  member_id text not null,
  public_key bytea not null,
  counter int8 not null check (counter >= 0),
  transports text not null,
  name text not null,
  -- Kept by the maker of the device for all devices of its owner.
  synced bool not null,
  made_at int8 not null,
  used_at int8
);
create index passkeys_of_member on passkeys (member_id);

-- The authenticator app: its secret, sealed with a key outside the database. Not confirmed: not in use yet.
create table authenticators (
  member_id text primary key,
  sealed_secret bytea not null,
  confirmed_at int8,
  -- The newest time step of which a code was taken: each code counts once.
  last_step int8 not null default 0
);

-- Devices on which a member has logged in before, by a hash of the name that the device gave itself.
create table known_devices (
  member_id text not null,
  device_hash bytea not null,
  first_at int8 not null,
  primary key (member_id, device_hash)
);

-- Verified once `verified_at` stands; until then a code is on its way to the address.
create table email_addresses (
  member_id text primary key,
  address text not null,
  verified_at int8,
  code_hash bytea,
  code_expires_at int8,
  code_tries int4 not null default 0,
  -- The address that still counts while a new one waits for its code.
  verified_before text
);
