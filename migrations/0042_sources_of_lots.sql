-- Lots that no order opened: allotments. And lots on the terms of day trading.
alter table lots add column source text not null default 'order' check (source in ('order', 'ipo', 'block-sale', 'day-trade'));
