import { describe, expect, it } from 'vitest'
import { CONTRACTS, migrationProblems } from './migrations.ts'

const problems = (sql: string, file = '0999_x.sql') => migrationProblems(file, sql)

describe('a migration that expands is taken', () => {
  it.each([
    'create table gifts (id text primary key, n int8 not null)',
    'create index gifts_by_member on gifts (member_id)',
    "alter table orders add column note text, add column tags text[] not null default '{}'",
    "alter table orders add column kind text not null default 'x' check (kind in ('x', 'y'))",
    "alter table t drop constraint t_kind_check, add constraint t_kind_check check (kind in ('a', 'b; drop table t'))",
    'create table gifts (id text); create unique index gifts_once on gifts (id); alter table gifts alter column id set not null',
    '-- drop table accounts;\ninsert into settings (name, value) values (1, 2)',
    'alter table orders alter column note drop not null',
  ])('%s', (sql) => expect(problems(sql)).toEqual([]))
})

describe('a migration that the version before does not survive is refused, and told why', () => {
  it.each([
    ['alter table orders add column n int8 not null', /needs a default/],
    ['alter table orders add n int8 not null check (n > 0)', /needs a default/],
    [
      'ALTER TABLE orders\n  ADD COLUMN a text,\n  ADD COLUMN n int8 NOT NULL',
      /^alter table orders add column n int8 not null: /,
    ],
    ['drop table orders', /still reads or writes/],
    ['drop view if exists open_lots', /still reads or writes/],
    ['alter table orders drop column note', /still reads or writes/],
    ['alter table orders rename column a to b', /knows the old name/],
    ['alter table orders rename to tickets', /knows the old name/],
    ['alter table orders alter column n type text', /writes the old type/],
    ['alter table orders alter column n set not null', /may write null/],
    ['alter table orders alter n drop default', /leaves the column out/],
    ['alter table orders add constraint once unique (a)', /may write what it refuses/],
    ['create unique index once on orders (a)', /may write what it refuses/],
    ['alter table orders drop constraint orders_check', /made anew, wider/],
    ['truncate orders', /still reads the rows/],
    ['create table gifts (id text); alter table orders drop column note', /still reads or writes/],
  ])('%s', (sql, why) => expect(problems(sql)).toEqual([expect.stringMatching(why)]))
})

it('those that have run everywhere are left alone, and each exception says why', () => {
  expect(problems('drop table accounts', '0073_balances.sql')).toEqual([])
  for (const why of Object.values(CONTRACTS)) expect(why).toMatch(/\w+ \w+/)
})
