-- Servers of the firm that are told of states, without anything of a member's; commands write them.
create table firm_webhooks (
  id text primary key,
  url text not null,
  events jsonb not null,
  state text not null check (state in ('active', 'paused', 'disabled', 'deleted')),
  generation integer not null,
  rotated_at bigint,
  secret_by text references operators (id),
  made_at bigint not null,
  made_by text not null references operators (id)
);
-- What has happened that they tell of, written by the command that it happened in.
create table firm_webhook_events (
  id text primary key,
  seq bigint not null,
  type text not null check (type in ('deposit.state', 'withdrawal.state', 'closing.made', 'reconciliation.off')),
  webhook_ids jsonb not null,
  data jsonb not null,
  at bigint not null
);
alter table webhook_deliveries drop constraint webhook_deliveries_type_check, add constraint webhook_deliveries_type_check
  check (type in ('order.changed', 'deposit.changed', 'withdrawal.changed', 'webhook.test',
    'deposit.state', 'withdrawal.state', 'closing.made', 'reconciliation.off'));
alter table outbox drop constraint outbox_channel_check, add constraint outbox_channel_check
  check (channel in ('inbox', 'push', 'mail', 'sms', 'operator-mail', 'webhook', 'member-webhook', 'firm-webhook'));
