-- The same for what a member logs in with: a code for each part that is written alone.
alter table credentials add column mobile_mac bytea;
alter table credentials add column password_mac bytea;
alter table credentials add column transaction_mac bytea;
