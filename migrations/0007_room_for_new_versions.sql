-- Orders, lots and accounts change soon after they are written. Where a page has room, PostgreSQL puts the new version beside the old one
-- and leaves the indexes alone; where it has none, each change costs a new entry in every index.
alter table orders set (fillfactor = 50);
alter table lots set (fillfactor = 60);
alter table accounts set (fillfactor = 50);
alter table realized set (fillfactor = 50);
alter table settlements set (fillfactor = 60);
