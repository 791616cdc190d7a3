-- Orders that no session of FIX sent, as sessions of copies were told of them.
create table fix_copies (
  id text primary key,
  key_id text not null,
  member_id text not null,
  cl_ord_id text not null,
  asked jsonb,
  terms jsonb not null,
  quantity bigint not null,
  filled bigint not null,
  filled_tenths bigint not null,
  parts jsonb not null,
  status text not null check (status in ('0', '1', '2', '4', '8', 'C')),
  updated_at bigint not null
);
