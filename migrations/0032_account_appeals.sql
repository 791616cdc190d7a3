-- Appeals against the rejection of a bank account: somebody else than who rejected it decides.
alter table bank_accounts add column decided_by text;

create table bank_account_appeals (
  id text primary key,
  member_id text not null,
  account_id text not null unique references bank_accounts (id),
  text_id text not null,
  state text not null check (state in ('open', 'overturned', 'upheld', 'withdrawn')),
  filed_at bigint not null,
  answer_by bigint not null,
  decided_at bigint,
  answer_id text
);
create index bank_account_appeals_of_member on bank_account_appeals (member_id, id);
