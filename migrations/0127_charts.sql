-- How each member's charts are drawn: what is shown on them, and by which figures.
create table charts (
  member_id text not null,
  settings jsonb not null,
  constraint charts_pkey primary key (member_id)
);
