-- Conversations with the customer service: one a member. Read marks are ids of lines; `waiting_since`: the member waits for an answer.
create table conversations (
  member_id text primary key,
  assigned_to text,
  member_read text not null default '',
  operators_read text not null default '',
  lang text not null,
  waiting_since bigint
);
create index conversations_waiting on conversations (waiting_since) where waiting_since is not null;

-- What was said; ids sort as it came. Personal, so outside the journal.
create table chat_lines (
  id text primary key,
  member_id text not null references conversations (member_id),
  at bigint not null,
  author text not null check (author in ('member', 'operator', 'house')),
  kind text not null check (kind in ('text', 'image', 'about')),
  text text,
  image_id text,
  about_kind text,
  about_id text,
  operator_id text,
  desk boolean not null,
  -- The client's key of a member's line: sent twice, said once.
  key text,
  unique (member_id, key)
);
create index chat_lines_of_member on chat_lines (member_id, id);

-- Lines of operators that were held back: the journal knows who, to whom, why, and the salted hash of the text.
create table blocked_lines (
  id text primary key,
  member_id text not null,
  operator_id text not null,
  problem text not null,
  text_hash text not null,
  at bigint not null
);
create table blocked_texts (
  id text primary key,
  text text not null,
  salt bytea not null
);
