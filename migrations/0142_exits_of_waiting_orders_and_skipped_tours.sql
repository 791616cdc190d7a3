-- Exits asked for together with another price or quantity of an order at the venue: they hold when it has answered. Since when those of an order stand, where they were amended.
alter table orders add column amend_exits jsonb, add column exits_at bigint;
-- Members who have skipped the tour for good, on whatever device.
create table skipped_tours (
  member_id text primary key,
  at bigint not null
);
