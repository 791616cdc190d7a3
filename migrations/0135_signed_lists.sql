-- Lists of requests of one power that somebody signed once, over the root of the tree over their ids: each line is carried out by itself, with its place in that tree (decision 0142).
create table signed_lists (
  id text primary key,
  operator_id text not null,
  power text not null,
  root text not null,
  size integer not null,
  requests jsonb not null,
  asked_at bigint not null,
  signed_at bigint not null,
  signed_by text not null,
  ended_at bigint,
  refused jsonb not null,
  is_over boolean not null,
  constraint signed_lists_signed_by_check check (signed_by in ('passkey', 'server'))
);
create index signed_lists_hot on signed_lists (id) where not is_over;
