-- Issues that are listed while the house runs: what an offering has sold begins to trade on its issue date.
create table new_issues (
  code text primary key,
  names jsonb not null,
  profile jsonb not null,
  sector text not null,
  segment text not null check (segment in ('growth', 'standard', 'prime')),
  shares_outstanding bigint not null check (shares_outstanding > 0),
  offer_tenths bigint not null check (offer_tenths > 0),
  issue_on text not null,
  listed_at bigint not null
);
