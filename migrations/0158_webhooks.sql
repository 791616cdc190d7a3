-- Servers of members that are told what happens to their orders and money; commands write them.
create table webhooks (
  id text primary key,
  member_id text not null,
  key_id text not null,
  events jsonb not null,
  details_hash text not null,
  state text not null check (state in ('active', 'paused', 'disabled', 'deleted')),
  generation integer not null,
  rotated_at bigint,
  made_at bigint not null
);
create index webhooks_of_member on webhooks (member_id, id);
-- The address of each, the member's own word; the journal has its salted hash.
create table webhook_details (
  id text primary key,
  member_id text not null,
  url text not null,
  salt bytea not null
);
-- What has happened that they tell of, written by the command that it happened in.
create table webhook_events (
  member_id text not null,
  id text not null,
  seq bigint not null,
  type text not null check (type in ('order.changed', 'deposit.changed', 'withdrawal.changed')),
  webhook_ids jsonb not null,
  data jsonb not null,
  at bigint not null,
  primary key (member_id, id)
);
create index webhook_events_order on webhook_events (id);
-- What became of each notice.
create table webhook_deliveries (
  id text primary key,
  webhook_id text not null,
  member_id text not null,
  event_id text not null,
  type text not null check (type in ('order.changed', 'deposit.changed', 'withdrawal.changed', 'webhook.test')),
  payload text not null,
  state text not null check (state in ('waiting', 'sent', 'failed', 'dropped')),
  by_hand_at bigint,
  tries integer not null,
  made_at bigint not null,
  tried_at bigint,
  next_at bigint,
  answered integer,
  problem text
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, made_at, id);
create index webhook_deliveries_by_hand on webhook_deliveries (member_id, by_hand_at) where by_hand_at is not null;
alter table outbox drop constraint outbox_channel_check, add constraint outbox_channel_check
  check (channel in ('inbox', 'push', 'mail', 'sms', 'operator-mail', 'webhook', 'member-webhook'));
