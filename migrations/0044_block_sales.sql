-- Shares of block sales that are paid and not yet delivered, and those that are: the lot has the application's id. Times in milliseconds of market time.
create table block_deliveries (
  application_id text primary key,
  member_id text not null,
  draw_id text not null,
  code text not null,
  quantity bigint not null check (quantity > 0),
  price_tenths bigint not null check (price_tenths > 0),
  sale_on text not null,
  due_at bigint not null,
  delivered_at bigint
);
