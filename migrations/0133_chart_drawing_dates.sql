-- The trade date in whose shares the prices of drawings are: a later split divides them.
alter table chart_drawings add column since_date text not null default to_char(now() at time zone 'Asia/Tokyo', 'YYYY-MM-DD');
alter table chart_drawings alter column since_date drop default;
