-- Digest of what decided over each fill; null: from before there were receipts.
alter table fills add column receipt text;
