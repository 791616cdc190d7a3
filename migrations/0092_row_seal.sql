-- Over the rows that the engine has in memory, written with every batch (src/platform/engine/row-seal.ts); null: nobody has sealed them yet.
alter table lease add column row_seal bytea;
