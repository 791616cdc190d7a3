-- Requests that never had all their signatures stand in the record of the member whom they concern: when one was withdrawn, and a way to find them.
alter table approvals add column withdrawn_at bigint;
create index approvals_unfinished on approvals (member_id) where status <> 'carried-out';
