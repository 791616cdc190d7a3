-- Orders by one tap (decision 0136): a member's devices with their limits, and which session of each may send.
create table one_taps (
  member_id text not null,
  devices jsonb not null,
  constraint one_taps_pkey primary key (member_id)
);
-- The stop-loss of an opening order may trail (decision 0125): its lots take the distance over.
alter table orders
  add column exit_trail_tenths bigint,
  add column exit_trail_bp integer,
  add constraint orders_exit_trail_check check (exit_trail_tenths is null or exit_trail_bp is null);
