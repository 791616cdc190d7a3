-- People of the console. Each holds one role and signs with a key of their own (Ed25519, base64url).
create table operators (
  id text primary key,
  role text not null,
  number integer not null,
  public_key text not null,
  is_demo boolean not null,
  since bigint not null,
  unique (role, number)
);

-- Requests with their signatures; the id is the hash of what is signed.
create table approvals (
  id text primary key,
  power text not null,
  subject text not null,
  member_id text,
  body jsonb not null,
  reason text,
  text_id text,
  text_hash text,
  asked_at bigint not null,
  signatures jsonb not null,
  status text not null check (status in ('open', 'carried-out', 'expired')),
  is_over boolean not null
);
create index approvals_not_over on approvals (asked_at) where not is_over;

-- What operators did: written once, with the effect itself.
create table operator_acts (
  id text primary key,
  approval_id text not null unique,
  member_id text,
  power text not null,
  subject text not null,
  reason text,
  text_id text,
  text_hash text,
  signatures jsonb not null,
  at bigint not null
);
create index operator_acts_of_member on operator_acts (member_id, id);

-- Free texts of reasons: personal, so outside the journal, which knows their salted hash.
create table staff_texts (
  id text primary key,
  member_id text not null,
  text text not null,
  salt bytea not null,
  at bigint not null
);
