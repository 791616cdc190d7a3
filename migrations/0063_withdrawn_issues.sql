-- An issue whose offering is withdrawn before its issue date never begins to trade; a win of it is void.
alter table new_issues add column withdrawn_at bigint;
alter table ipo_wins drop constraint ipo_wins_state_check;
alter table ipo_wins add constraint ipo_wins_state_check check (state in ('won', 'approved', 'declined', 'lapsed', 'void'));
