-- The version of a session, in microseconds of the database's clock: another one each time that it ends, gets
-- another token, or trading is unlocked in it; 0: nothing of it has changed yet. Other servers follow it
-- (decision 0194).
alter table sessions add column version bigint not null default 0;
create index sessions_changed on sessions (version) where version > 0;
alter table operator_sessions add column version bigint not null default 0;
create index operator_sessions_changed on operator_sessions (version) where version > 0;
-- The token before, and since when it is one: any server finds the session by it for some seconds.
alter table operator_sessions add column before_hash bytea;
alter table operator_sessions add column before_since bigint;
alter table operator_sessions add column before_mac bytea;
create index operator_sessions_before on operator_sessions (before_hash)
  where ended_at is null and before_hash is not null;
