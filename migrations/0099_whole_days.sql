-- A day on which the exchange was off for a while is reckoned from its minutes as long as they are kept; then it is written whole, and stands.
alter table daily_bars add column whole boolean not null default false;
