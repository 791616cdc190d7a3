-- Orders by one tap (decision 0136): a member's devices with their limits, and which session of each may send.
create table one_taps (
  member_id text not null,
  devices jsonb not null,
  constraint one_taps_pkey primary key (member_id)
);
