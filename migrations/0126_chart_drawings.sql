-- Lines that members draw on the chart of an issue.
create table chart_drawings (
  member_id text not null,
  code text not null,
  drawings jsonb not null,
  constraint chart_drawings_pkey primary key (member_id, code)
);
