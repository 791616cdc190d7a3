-- Keyed lists of rows beside the journal, one an owner: what each row says, and that none is gone.
create table row_lists (
  name text not null,
  owner text not null,
  rows text not null,
  mac bytea not null,
  primary key (name, owner)
);
