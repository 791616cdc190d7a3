-- Sessions of the FIX gateway: the numbers of both directions, one session for each API key that logged on.
create table fix_sessions (
  key_id text primary key,
  member_id text not null,
  epoch integer not null,
  next_in bigint not null,
  next_out bigint not null,
  logged_on_at bigint not null
);
-- Application messages that went out, to be sent again where they are asked for.
create table fix_messages (
  key_id text not null,
  epoch integer not null,
  seq bigint not null,
  type text not null check (type in ('8', '9', 'j', 'r')),
  fields jsonb not null,
  at bigint not null,
  primary key (key_id, epoch, seq)
);
-- Orders as their sender knows them: a closing may be several orders of ours.
create table fix_orders (
  id text primary key,
  key_id text not null,
  member_id text not null,
  cl_ord_id text not null,
  asked jsonb,
  terms jsonb not null,
  quantity bigint not null,
  filled bigint not null,
  filled_tenths bigint not null,
  parts jsonb not null,
  status text not null check (status in ('0', '1', '2', '4', '8', 'C')),
  updated_at bigint not null
);
create index fix_orders_of_key on fix_orders (key_id, id);
create table fix_parts (
  order_id text primary key,
  fix_order_id text not null,
  is_over boolean not null
);
-- Names (ClOrdID) that a session has used, for ever: none is another order's.
create table fix_names (
  key_id text not null,
  cl_ord_id text not null,
  fix_order_id text not null,
  is_over boolean not null,
  primary key (key_id, cl_ord_id)
);
