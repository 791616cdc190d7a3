-- Addresses at which a member's calendar reads dates: of each secret the hash.
create table calendar_feeds (
  id text primary key,
  member_id text not null,
  lang text not null check (lang in ('ja', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr')),
  covers text not null check (covers in ('market', 'own')),
  secret_hash text not null unique,
  made_at bigint not null,
  revoked_at bigint,
  revoked_because text check (revoked_because in ('member', 'sessions')),
  check ((revoked_at is null) = (revoked_because is null))
);
create index calendar_feeds_of_member on calendar_feeds (member_id, id);
