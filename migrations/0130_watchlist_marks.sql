-- Notes and colours of issues, and the figures that a member has beside the rows of a list.
alter table watchlists
  add column marks jsonb not null default '[]',
  add column columns jsonb not null default '[]';
