-- Stops and stop-losses that follow the price at a distance (decision 0125).
alter table orders
  add column trail_tenths bigint,
  add column trail_bp integer,
  add column trail_limit_tenths bigint,
  add constraint orders_trail_check check (trail_tenths is null or trail_bp is null);
alter table lots
  add column trail_tenths bigint,
  add column trail_bp integer,
  add column trailed_at bigint,
  add constraint lots_trail_check check (trail_tenths is null or trail_bp is null);
