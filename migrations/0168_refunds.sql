-- Incoming money that cannot be credited goes back to its sender.
create table refunds (
  id text primary key,
  line_id text not null unique,
  yen bigint not null check (yen > 0),
  member_id text,
  reference text not null,
  details_hash text not null,
  state text not null check (state in ('approved', 'paid', 'bounced')),
  reason text not null,
  decided_by text not null,
  decided_at bigint not null,
  transfer_id text,
  paid_at bigint,
  bounced_at bigint,
  earlier jsonb not null default '[]'
);
create index refunds_by_reference on refunds (reference);
create index refunds_by_time on refunds (decided_at);
create table refund_entries (
  id text primary key,
  refund_id text not null,
  way text not null check (way in ('in', 'out')),
  yen bigint not null check (yen > 0),
  line_id text not null,
  at bigint not null
);
create index refund_entries_by_line on refund_entries (line_id);
-- Accounts of senders, as two people signed their hashes: personal, so outside the journal.
create table refund_details (
  hash text primary key,
  line_id text not null,
  holder text not null,
  bank_code text not null,
  bank_name text not null,
  branch_code text not null,
  branch_name text not null,
  type text not null check (type in ('ordinary', 'current', 'savings', 'other')),
  number text not null,
  salt bytea not null,
  at bigint not null
);
create index refund_details_by_line on refund_details (line_id);
alter table transfer_files add column refund_ids jsonb not null default '[]';
