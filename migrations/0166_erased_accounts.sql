-- When telephone number, mail address and accounts at banks of a member who had left were erased, and the
-- bank's file with the names of payers, by the journal's word; null: they were not.
alter table account_closings add column erased_at int8;
alter table statement_files add column erased_at int8;
