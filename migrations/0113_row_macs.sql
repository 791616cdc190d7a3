-- A keyed code over what each of these rows says of somebody, bound to the row: an edit by SQL has none that fits.
alter table sessions add column mac bytea;
alter table sessions add column seen_mac bytea;
alter table operator_sessions add column mac bytea;
alter table operator_sessions add column seen_mac bytea;
alter table passkeys add column mac bytea;
alter table authenticators add column mac bytea;
