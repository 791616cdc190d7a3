-- The console finds an order by its number, a deposit and a withdrawal by its reference.
create index orders_by_number on orders (number);
create index deposits_by_reference on deposits (reference);
create index withdrawals_by_reference on withdrawals (reference);
