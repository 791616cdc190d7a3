-- Closing orders of one request, which pay one commission over all that they trade: the first of them, and what the others have traded so far.
alter table orders add column fee_group text, add column fee_group_yen bigint not null default 0;
