-- Terms that two people published: never changed, only made void before they open. Times are market time; `hash` is over their canonical bytes.
create table listings (
  id text primary key,
  kind text not null check (kind in ('ipo', 'block-sale', 'day-inventory', 'ai-card', 'copy-product')),
  terms jsonb not null,
  hash text not null,
  opens_at bigint not null,
  closes_at bigint not null,
  published_at bigint not null,
  signers jsonb not null,
  voided_at bigint,
  void_reason text
);
create index listings_of_kind on listings (kind, opens_at);
