-- What a member keeps to look at the market with: lists of issues and saved screens, in the member's order.
create table watchlists (
  member_id text primary key,
  lists jsonb not null,
  screens jsonb not null
);
