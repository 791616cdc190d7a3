-- Runs of the check of the whole journal: what was asked, how far it got, what was found.
create table journal_checks (
  id text primary key,
  asked_by text not null,
  begun_at bigint not null,
  ended_at bigint,
  status text not null check (status in ('running', 'intact', 'broken', 'failed')),
  to_seq bigint,
  head text,
  bad_seq bigint,
  what text,
  accounts bigint,
  entries bigint,
  constraint ended_with_a_word check ((status = 'running') = (ended_at is null))
);

-- For those who read the ledger as a whole. Rows come in the order of the journal, so a few bytes for many pages find them,
-- and an order costs no more than before.
create index transfers_in_time on transfers using brin (seq, at) with (pages_per_range = 16, autosummarize = on);
create index fills_in_time on fills using brin (n) with (pages_per_range = 16, autosummarize = on);

-- Accounts of the house that move seldom: what a bank, a tax office or a company paid is found without reading what orders moved.
create index transfers_of_house on transfers (seq, n)
  where debit in ('h:bank', 'h:tax', 'h:dividends', 'h:interest', 'h:stockLending') or credit in ('h:bank', 'h:tax', 'h:dividends', 'h:interest', 'h:stockLending');

-- Members are looked for by the end of their telephone number.
create index credentials_by_last_digits on credentials (right(mobile, 4));
