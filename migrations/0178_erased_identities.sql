-- When the identity of a member who had left was erased by the journal's word; null: it was not.
alter table verifications add column erased_at int8;
