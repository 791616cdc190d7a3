-- What staff wrote about a member: notes, and tags that were put on and taken off. Nothing is changed or deleted.
create table member_notes (
  id text primary key,
  member_id text not null,
  kind text not null,
  words text not null,
  operator_id text not null,
  role text not null,
  number integer not null,
  at bigint not null,
  constraint member_notes_kind_check check (kind in ('note', 'tag', 'untag')),
  constraint member_notes_role_check check (role in ('support', 'reviewer', 'treasurer', 'listing', 'auditor', 'administrator'))
);
create index member_notes_of_member on member_notes (member_id, at desc, id desc);
