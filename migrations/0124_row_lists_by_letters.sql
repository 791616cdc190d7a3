-- Owners by their letters, so that those of one beginning are found by the key, whatever the database's language.
alter table row_lists alter column owner type text collate "C";
