-- Freezes of a member that one person signed: each does so once in 30 days, all of them together three times.
alter table freezes add column alone jsonb not null default '[]';
