-- Pictures that members send, each encrypted (AES-256-GCM) with a key of its own. That key is wrapped by one in DATA_DIR/keys, outside the database:
-- without it nothing here can be read, and a wrapped key destroyed is a picture destroyed.
create table sealed_images (
  id text primary key,
  member_id text not null,
  purpose text not null,
  width int4 not null,
  height int4 not null,
  -- null: destroyed.
  wrapped_key bytea,
  sealed bytea not null,
  at int8 not null
);
create index sealed_images_of_member on sealed_images (member_id, purpose, at);
