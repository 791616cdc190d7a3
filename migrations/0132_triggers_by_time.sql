-- Since when a stop's trigger stands: a trade from before does not reach it.
alter table orders add column trigger_at bigint;
update orders set trigger_at = placed_at;
alter table orders alter column trigger_at set not null;
