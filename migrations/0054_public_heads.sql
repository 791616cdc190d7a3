-- The tree of RFC 9162 over the journal, from level 8 on (256 records): nodes that are complete never change.
create table journal_nodes (
  level integer not null check (level >= 8),
  index bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);

-- Heads that were published, with both signatures.
create table public_heads (
  size bigint primary key,
  root text not null,
  at bigint not null,
  house text not null,
  auditor text not null
);
