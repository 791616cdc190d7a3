-- What became of an offering whose draw is decided: the price by the published rule, the two halves of the days of payment, the listing.
create table ipo_results (
  id text primary key,
  code text not null,
  offer_tenths bigint not null check (offer_tenths > 0),
  applications integer not null check (applications > 0),
  wanted_units bigint not null check (wanted_units > 0),
  decided_at bigint not null,
  passed_on_at bigint,
  ended_at bigint,
  listed_at bigint,
  is_void boolean not null
);

-- Units that the draw gave, or that passed on: until they are confirmed the money stands in the member's subscription hold, then in paid shares, at last in the lot.
create table ipo_wins (
  id text primary key,
  offering_id text not null references ipo_results (id),
  member_id text not null,
  units bigint not null check (units > 0),
  state text not null check (state in ('won', 'approved', 'declined', 'lapsed')),
  payable_yen bigint not null check (payable_yen > 0),
  paid_yen bigint not null check (paid_yen in (0, payable_yen)),
  confirm_by bigint not null,
  won_at bigint not null,
  changed_at bigint not null,
  lot_id text,
  check ((state = 'approved') = (paid_yen > 0)),
  check (lot_id is null or state = 'approved')
);
create index ipo_wins_of_member on ipo_wins (member_id);
create index ipo_wins_of_offering on ipo_wins (offering_id);
