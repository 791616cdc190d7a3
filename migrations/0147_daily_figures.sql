-- Figures of each closed market day, a row a figure: charts read one of them over days.
create table daily_figures (
  key text not null,
  day text not null,
  value bigint,
  primary key (key, day)
);

-- Orders lie in the order in which they were placed: those of a day are found by a few bytes for many pages.
create index orders_in_time on orders using brin (placed_at) with (pages_per_range = 16, autosummarize = on);
