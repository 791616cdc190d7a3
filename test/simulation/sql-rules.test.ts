import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { silent } from '#platform/engine/fixture.ts'
import { rulesOf, type Rule } from './sql-rules.ts'

const schema = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')
const rules = rulesOf(schema)
const all = [...rules.values()]
/** Beside those that only say that a column must not be null. */
const isCheck = ({ name, says }: Rule) => says !== `${name} IS NOT NULL`
const times = (word: RegExp) => [...schema.matchAll(word)].length

it('every CHECK, unique key and column that must not be null is read', () => {
  const checks = all.flatMap((table) => table.checks)
  const notNull = checks.filter((rule) => !isCheck(rule))
  expect(checks.length - notNull.length).toBe(times(/\bCHECK\b/gi))
  expect(all.flatMap(({ unique }) => unique).length).toBe(times(/\bUNIQUE\b/gi))
  const lines = schema.split('\n').filter((line) => / not null,?$/.test(line))
  expect(notNull.length).toBe(lines.length)
})

it.each([
  ['yen > ', 'a rule that ends early'],
  ['yen @> 1', 'a word that SQL has and this language has not'],
  ['lower(code) = code', 'a function'],
])('%s is refused: %s', (says) => {
  expect(() => rulesOf(`create table t (\n  constraint c CHECK (${says})\n);`)).toThrow(SyntaxError)
})

describe('unique keys', () => {
  const of = (table: string, name: string) =>
    rules.get(table)!.unique.find((each) => each.name === name)!.keyOf
  it('know where two are the same, leave out what is null, and rows that their WHERE leaves out', () => {
    const line = of('deposits', 'deposits_line_id_key')
    expect(line({ lineId: 'a' })).toBe(line({ lineId: 'a' }))
    expect(line({ lineId: 'a' })).not.toBe(line({ lineId: 'b' }))
    expect(line({ lineId: null })).toBeNull()
    const pending = of('loans', 'loans_pending')
    expect(pending({ memberId: 'm', state: 'pending' })).not.toBeNull()
    expect(pending({ memberId: 'm', state: 'open' })).toBeNull()
  })
})

describe('CHECKs say what PostgreSQL says of the same row', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let db: Database
  beforeAll(async () => {
    database = await testDatabase()
    db = connect(database.config, silent)
  })
  afterAll(async () => {
    await db.close()
    await database.drop()
  })

  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const tables = [...schema.matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)].map(
    ([, name = '', body = '']) => ({
      name,
      types: new Map(
        [...body.matchAll(/^ {2}(\w+) (text|bigint|integer|boolean|bytea|jsonb)\b/gm)].map(
          ([, column = '', type = '']) => [column, type] as const,
        ),
      ),
    }),
  )
  const ROWS = 40

  it.each(tables.filter(({ name }) => rules.get(name)!.checks.some(isCheck)))(
    '$name',
    async ({ name, types }) => {
      const dice = seeded('sql rules', name)
      for (const { says, breaks } of rules.get(name)!.checks.filter(isCheck)) {
        const columns = [...types.keys()].filter((column) => new RegExp(String.raw`\b${column}\b`).test(says))
        const words = [...says.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
        const valueOf = (type: string) => {
          if (dice.next() < 0.2) return null
          if (type === 'text') return ['other', ...words][dice.below(words.length + 1)]!
          if (type === 'jsonb') return '{}'
          if (type === 'boolean') return dice.next() < 0.5
          if (type === 'bytea') return Buffer.alloc(31 + dice.below(3))
          return dice.below(40) - 2
        }
        const rows = Array.from({ length: ROWS }, () => columns.map((column) => valueOf(types.get(column)!)))
        const typed = columns.map(
          (column, index) => `unnest($${index + 1}::${types.get(column)}[]) as ${column}`,
        )
        const { rows: told } = await db.pool.query<{ breaks: boolean }>(
          `select (${says}) is false as breaks from (select ${typed.join()}) as t`,
          columns.map((_, index) => rows.map((row) => row[index])),
        )
        const said = rows.map((row) =>
          breaks(Object.fromEntries(columns.map((column, index) => [camel(column), row[index]]))),
        )
        expect(said, `${says} of ${columns.map(snake).join()}`).toEqual(told.map((row) => row.breaks))
      }
    },
  )
})
