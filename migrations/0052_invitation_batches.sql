-- Codes of a batch that the firm issues: which batch, how many uses each had at first, and the first moment that they are good (wall clock).
alter table invitation_codes add column batch text, add column uses_at_first integer, add column begins_at bigint;
create index invitation_codes_of_batch on invitation_codes (batch, code) where batch is not null;
