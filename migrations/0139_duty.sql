-- Operators are told of what cannot wait: who is on duty, what each wants, what was told and what became of it.
create table duty_shifts (
  operator_id text primary key,
  begins bigint not null,
  ends bigint not null
);
create table duty_choices (
  operator_id text primary key,
  mail text,
  lang text not null check (lang in ('ja', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr')),
  severity text not null check (severity in ('notice', 'urgent', 'critical')),
  quiet_from text,
  quiet_to text,
  check ((quiet_from is null) = (quiet_to is null))
);
create table duty_standings (
  kind text primary key check (kind in ('withdrawal-due', 'reconciliation', 'journal', 'fault', 'job-behind', 'chat-waiting', 'chat-over', 'signature-waiting', 'case-old')),
  told bigint,
  since bigint not null,
  told_at bigint not null,
  low_since bigint
);
-- `kind` null: a test.
create table duty_notices (
  id text primary key,
  kind text check (kind in ('withdrawal-due', 'reconciliation', 'journal', 'fault', 'job-behind', 'chat-waiting', 'chat-over', 'signature-waiting', 'case-old')),
  change text not null check (change in ('began', 'worse', 'over')),
  severity text not null check (severity in ('notice', 'urgent', 'critical')),
  figure bigint not null,
  at bigint not null
);
create table duty_deliveries (
  id text primary key,
  notice_id text not null references duty_notices (id) on delete cascade,
  operator_id text,
  channel text not null check (channel in ('mail', 'webhook')),
  state text not null check (state in ('waiting', 'sent', 'failed', 'over')),
  tries integer not null,
  next_at bigint not null,
  at bigint not null,
  problem text
);
create index duty_deliveries_of_notice on duty_deliveries (notice_id);
create index duty_deliveries_waiting on duty_deliveries (next_at) where state = 'waiting';
