-- Real names, account opening, levels. Rows written by the engine hold ids, states and hashes; what is personal stands beside them.

-- Written by the engine: where the verification of a member stands. Each side of the document is decided by itself.
create table verifications (
  member_id text primary key,
  details_id text not null,
  details_hash text not null,
  front_id text not null,
  back_id text not null,
  front_state text not null,
  back_state text not null,
  front_reason text,
  back_reason text,
  -- Who rejected: nobody of them decides an appeal.
  decided_by jsonb not null,
  attempts int4 not null,
  submitted_at int8 not null,
  decided_at int8
);

-- Written by the engine: appeals against a rejection, one for each submission.
create table identity_appeals (
  id text primary key,
  member_id text not null,
  attempt int4 not null,
  text_id text not null,
  text_hash text not null,
  state text not null,
  excluded jsonb not null,
  filed_at int8 not null,
  decided_at int8
);
create index identity_appeals_of_member on identity_appeals (member_id, filed_at);

-- Written by the engine: the newest try of the risk quiz, and when it was first passed.
create table quiz_results (
  member_id text primary key,
  tries int4 not null,
  tried_at int8 not null,
  correct int4 not null,
  wrong jsonb not null,
  passed_at int8
);

-- Written by the engine: what a member has agreed to, each with its version and time.
create table consents (
  member_id text primary key,
  given jsonb not null
);

-- Personal: what was typed for one submission. The number is encrypted; its keyed hash finds the same document at another member.
create table identity_details (
  id text primary key,
  member_id text not null,
  name text not null,
  kana text not null,
  document_type text not null,
  number_sealed bytea not null,
  number_hash bytea not null,
  salt bytea not null,
  at int8 not null
);
create index identity_details_by_number on identity_details (number_hash);
create index identity_details_of_member on identity_details (member_id, at);

-- Figures of the pictures that were sent, by which the published checks judge; the pictures are sealed_images.
create table identity_pictures (
  image_id text primary key,
  member_id text not null,
  side text not null,
  sha256 text not null,
  bytes int4 not null,
  width int4 not null,
  height int4 not null,
  at int8 not null
);
create index identity_pictures_of_member on identity_pictures (member_id, side, at);

create table identity_appeal_texts (
  id text primary key,
  member_id text not null,
  text text not null,
  salt bytea not null,
  at int8 not null
);

-- Investor profile and insider registration.
create table investor_profiles (
  member_id text primary key,
  occupation text not null,
  income text not null,
  assets text not null,
  experience text not null,
  purpose text not null,
  insider_tie text not null,
  insider_code text,
  at int8 not null
);
