-- Messages to members, written by the engine with what they tell of. The sentence is made when it is read, in the reader's language.
create table messages (
  member_id text not null,
  id text not null,
  kind text not null,
  args jsonb not null,
  order_id text,
  lot_id text,
  at int8 not null,
  primary key (member_id, id)
);

-- Everything up to this message has been read.
create table message_reads (
  member_id text primary key,
  up_to text not null
);
