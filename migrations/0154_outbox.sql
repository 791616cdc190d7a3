-- Messages that leave the server, each sent at least once under its id; `body` is emptied once it is done.
create table outbox (
  id text primary key,
  channel text not null check (channel in ('inbox', 'push', 'mail', 'sms', 'operator-mail', 'webhook')),
  kind text not null,
  body jsonb,
  state text not null check (state in ('waiting', 'sent', 'dropped', 'dead')),
  tries integer not null,
  made_at bigint not null,
  next_at bigint not null,
  done_at bigint,
  problem text,
  check ((state in ('sent', 'dropped')) = (body is null)),
  check ((state = 'waiting') = (done_at is null))
);
create index outbox_due on outbox (channel, next_at) where state = 'waiting';
create index outbox_failed on outbox (made_at) where problem is not null and state in ('waiting', 'dead');
create index outbox_done on outbox (channel, done_at) where state <> 'waiting';
-- How far lists have been laid in.
create table outbox_marks (
  name text primary key,
  up_to text not null
);
-- Notices to operators that wait.
insert into outbox (id, channel, kind, body, state, tries, made_at, next_at)
select d.id, case d.channel when 'mail' then 'operator-mail' else 'webhook' end, coalesce(n.kind, 'test'),
  jsonb_build_object('deliveryId', d.id), 'waiting', d.tries, d.at, d.next_at
from duty_deliveries d join duty_notices n on n.id = d.notice_id where d.state = 'waiting';
