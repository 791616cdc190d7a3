-- Draws of offerings, the applications for them, and the delay chain as far as it has come. Hashes, seeds and random bytes as hexadecimal text.
create table draws (
  id text primary key,
  kind text not null check (kind in ('ipo', 'block-sale')),
  state text not null check (state in ('open', 'closed', 'revealed', 'decided', 'void')),
  units bigint not null check (units > 0),
  hold_tenths bigint not null check (hold_tenths > 0),
  links integer not null check (links > 0),
  operator_commitment text not null,
  auditor_commitment text not null,
  opens_at bigint not null,
  closes_at bigint not null,
  tickets integer not null,
  root text,
  root_at bigint,
  root_machine_at bigint,
  listed integer,
  wanted bigint,
  attestation text,
  operator_seed text,
  auditor_seed text,
  revealed_at bigint,
  beacon text,
  result text,
  ended_at bigint,
  void_reason text,
  check ((state = 'void') = (void_reason is not null))
);

create table applications (
  id text primary key,
  draw_id text not null,
  member_id text not null,
  ticket text not null,
  units bigint not null check (units > 0),
  r text not null,
  state text not null check (state in ('applied', 'cancelled', 'won', 'not-won', 'declined', 'returned')),
  place integer,
  drawn_units bigint not null check (drawn_units >= 0 and drawn_units <= units),
  won_units bigint not null check (won_units >= 0 and won_units <= units),
  held_available_yen bigint not null check (held_available_yen >= 0),
  held_unsettled_yen bigint not null check (held_unsettled_yen >= 0),
  applied_at bigint not null,
  ended_at bigint,
  unique (draw_id, ticket)
);
create index applications_of_member on applications (member_id, id);

create table draw_links (
  draw_id text not null,
  n integer not null check (n > 0),
  link text not null,
  primary key (draw_id, n)
);
