-- Keys of members' programs: the public half alone. What the member calls one, and where it may be used from,
-- stands beside it under its salted hash.
create table api_keys (
  id text primary key,
  member_id text not null,
  scope text not null check (scope in ('read', 'trade')),
  public_key text not null unique,
  details_hash text not null,
  made_at bigint not null,
  used_at bigint,
  revoked_at bigint,
  revoked_because text check (revoked_because in ('member', 'sessions')),
  check ((revoked_at is null) = (revoked_because is null))
);
create index api_keys_of_member on api_keys (member_id, id);

create table api_key_details (
  id text primary key,
  member_id text not null,
  name text not null,
  networks text not null,
  salt bytea not null
);
create index api_key_details_of_member on api_key_details (member_id);
