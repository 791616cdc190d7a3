-- The member's word on the time exit of what was bought by a pick.
alter table ai_applications add column time_exit boolean not null default true;
