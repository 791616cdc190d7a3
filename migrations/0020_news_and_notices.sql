-- What else a message tells of (a deposit, say), beside an order or a lot.
alter table messages add column about text;

-- Messages read one by one, beyond the mark up to which everything is read.
create table message_reads_of_one (
  member_id text not null,
  id text not null,
  primary key (member_id, id)
);

-- Devices that notifications go to. The id is the hash of the address that the browser's maker gave; keys are the device's public ones.
create table push_devices (
  id text primary key,
  member_id text not null,
  session_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  lang text not null,
  since int8 not null
);
create index push_devices_of_member on push_devices (member_id);

-- Kinds of messages of which a member wants no notification.
create table push_refusals (
  member_id text not null,
  kind_group text not null,
  primary key (member_id, kind_group)
);

-- What can be read by everybody: disclosures and market reports of the simulated market, entries of feeds, notices of the firm.
-- Of the simulated ones the kind of words and their figures are kept; the sentence is made when it is read.
create table news (
  id text primary key,
  kind text not null,
  at int8 not null,
  words text,
  args jsonb not null,
  codes text[] not null,
  source text,
  lang text,
  title text,
  body text,
  link text
);
create index news_in_time on news (at desc, id desc);
create index news_of_issues on news using gin (codes);

-- Notices of the firm as they were written, a text in each language; published ones stand in the journal and in notice_publications.
create table notices (
  id text primary key,
  operator_id text not null,
  texts jsonb not null,
  sha256 text not null,
  at int8 not null
);
create table notice_publications (
  id text primary key,
  sha256 text not null,
  at int8 not null
);

-- Price alerts. A price in tenths of a yen, a change of the day in basis points.
create table alerts (
  id text primary key,
  member_id text not null,
  code text not null,
  watches text not null,
  value int8 not null,
  repeats text not null,
  status text not null,
  since int8 not null,
  since_date text not null,
  hit_at int8,
  hit_date text,
  hit_tenths int8,
  ended_at int8
);
create index alerts_of_member on alerts (member_id, since desc);
