-- Freezes by the firm: who signed, so that somebody else lifts it. How long it lasts stands at the member.
create table freezes (
  member_id text primary key,
  frozen_by jsonb not null
);
