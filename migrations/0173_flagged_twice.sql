-- Other members with the same document when the front was accepted; null: not accepted, or accepted before it was kept.
alter table verifications add column accepted_twins int4;
