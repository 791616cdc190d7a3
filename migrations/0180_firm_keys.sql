-- Keys of the firm's own programs, which read at the console; commands write them.
create table firm_keys (
  id text primary key,
  name text not null,
  scopes jsonb not null,
  networks jsonb not null,
  public_key text not null unique,
  until text not null,
  owner_id text not null references operators (id),
  made_at bigint not null,
  used_at bigint,
  revoked_at bigint,
  revoked_by text references operators (id),
  check ((revoked_at is null) = (revoked_by is null))
);
