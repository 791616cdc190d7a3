-- Accounts of their own that a member leads for others (copy pools).
create table led_accounts (
  id text primary key,
  member_id text not null
);
