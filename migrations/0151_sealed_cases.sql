-- Cases of which the law forbids to tell the member: the seal by two signatures, a hash of each entry made under it, and the counts that are published by month.
create table case_seals (
  case_id text primary key,
  reason text not null check (reason in ('suspicious-report', 'investigation')),
  by jsonb not null,
  sealed_at bigint not null,
  ended_at bigint,
  withheld text check (withheld in ('report-secret', 'investigation-secret')),
  check (withheld is null or ended_at is not null)
);
create table sealed_entries (
  id text primary key,
  case_id text not null,
  hash text not null,
  at bigint not null
);
create table sealed_months (
  month text primary key,
  sealed integer not null,
  entries integer not null,
  disclosed integer not null,
  withheld integer not null
);
-- A name that is like one of the screening list.
alter table risk_signals drop constraint risk_signals_rule_check;
alter table risk_signals add constraint risk_signals_rule_check check (rule in ('withdrawal-new-device', 'shared-device', 'payer-differs', 'pass-through', 'wash-trades', 'small-cap-new-device', 'listed-name'));
alter table case_entries add column sealed boolean not null default false;
alter table case_entries drop constraint case_entries_kind_check;
alter table case_entries add constraint case_entries_kind_check check (kind in ('note', 'taken', 'given-back', 'closed', 'look'));
