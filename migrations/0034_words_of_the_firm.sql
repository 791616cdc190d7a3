-- Conversations: an operator closes one, and the member's next line opens it again. A closing is a line of its own.
alter table conversations add column closed_at bigint;
alter table chat_lines drop constraint chat_lines_kind_check;
alter table chat_lines add constraint chat_lines_kind_check check (kind in ('text', 'image', 'about', 'closed'));

-- Standard answers as operators wrote them, a text in each language; which of them is in use stands in the journal and in canned_versions.
create table canned_drafts (
  id text primary key,
  canned text not null,
  operator_id text not null,
  texts jsonb not null,
  sha256 text not null,
  at bigint not null
);
create table canned_versions (
  id text primary key,
  canned text not null,
  version integer not null,
  draft_id text not null,
  sha256 text not null,
  at bigint not null,
  unique (canned, version)
);

-- Articles beside notices: both may be about issues, and correct an earlier one. `told_to`: members up to
-- this number have a message of it; what was published before messages told of notices stands behind every number.
alter table notices add column kind text not null default 'notice';
alter table notices add column codes text[] not null default '{}';
alter table notices add column corrects text;
alter table notice_publications add column kind text not null default 'notice';
alter table notice_publications add column told_to integer;
update notice_publications set told_to = 2147483647;
alter table news add column corrects text;
create index news_corrections on news (corrects) where corrects is not null;

-- Feeds that operators have switched on or off, beside those of the configuration; and how the last look at each went.
create table news_feeds (
  id text primary key,
  address text not null,
  is_on boolean not null,
  at bigint not null
);
create table feed_looks (
  address text primary key,
  looked_at bigint not null,
  fetched_at bigint,
  problem text
);

-- New versions of the firm's documents as they were prepared, figures filled in, a text in each language; published ones stand in the journal.
create table document_drafts (
  id text primary key,
  document text not null,
  operator_id text not null,
  texts jsonb not null,
  sha256 text not null,
  at bigint not null
);
create table document_versions (
  id text primary key,
  document text not null,
  version integer not null,
  draft_id text not null,
  sha256 text not null,
  in_force_from text not null,
  at bigint not null,
  unique (document, version)
);
