-- The session with a venue by FIX: the numbers of both directions.
create table venue_sessions (
  name text primary key,
  epoch integer not null,
  next_in bigint not null,
  next_out bigint not null,
  started_on text,
  told bigint not null
);
-- Messages that went out to it, to be sent again where it asks for them.
create table venue_messages (
  name text not null,
  epoch integer not null,
  seq bigint not null,
  type text not null check (type in ('D', 'F', 'G', 'H')),
  fields jsonb not null,
  at bigint not null,
  primary key (name, epoch, seq)
);
-- Orders as the venue knows them, by our names.
create table venue_orders (
  order_id text primary key,
  stands integer not null,
  requests integer not null,
  asked jsonb,
  code text not null,
  side text not null check (side in ('1', '2')),
  ord_type text not null check (ord_type in ('1', '2')),
  in_force text not null check (in_force in ('0', '2', '3', '6', '7')),
  good_until text,
  quantity bigint not null,
  price_tenths bigint,
  cum_qty bigint not null,
  is_taken boolean not null,
  is_over boolean not null,
  at bigint not null,
  is_done boolean not null
);
-- Words of the venue about them, written with the number of their message.
create table venue_reports (
  name text not null,
  n bigint not null,
  order_id text not null,
  said jsonb not null,
  at bigint not null,
  is_done boolean not null,
  primary key (name, n)
);
