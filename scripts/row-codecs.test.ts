import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CopyRows, type CopyColumn } from '#platform/engine/copy-rows.ts'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { columnsOf } from '#platform/engine/postgres-store.ts'
import { keyColumns } from '#platform/engine/row-key.ts'
import { rowText } from '#platform/engine/row-text.ts'
import type { AnyTableDefinition } from '#platform/engine/table.ts'
import { CODED_TABLES, codecFiles } from './row-codecs.ts'

type Values = Record<string, unknown>

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', '7203', 'holding', '2026-11-28', '0192f0a0-0000-7000-8000-000000000001', '日本'),
)
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  text: text.map((value) => value.toWellFormed()),
  int8: fc.oneof(
    fc.maxSafeInteger(),
    fc.integer(),
    fc.constantFrom(0, 2 ** 31, -(2 ** 31), 2 ** 32, -(2 ** 32) - 1, 2 ** 53 - 1, -(2 ** 53) + 1),
  ),
  int4: fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.constantFrom(0, -1, 2 ** 31 - 1)),
  bool: fc.boolean(),
  jsonb: fc.oneof(
    fc.record({ b: fc.integer(), a: text.map((value) => value.toWellFormed()) }),
    fc.array(fc.integer()),
  ),
}
/** Nothing in any column: the definition's word for it is the database's to keep. */
const rowsOf = ({ columns }: AnyTableDefinition): fc.Arbitrary<Values> =>
  fc.record(
    Object.fromEntries(
      Object.entries(columns).map(([name, type]) => [name, fc.option(VALUES[type.replace('?', '')]!)]),
    ),
  )

function field(type: string, value: unknown): Buffer {
  if (value === null) return Buffer.from([255, 255, 255, 255])
  const bytes = bytesOf(type, value)
  const length = Buffer.alloc(4)
  length.writeInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

function bytesOf(type: string, value: unknown): Buffer {
  if (type === 'text') return Buffer.from(value as string)
  if (type === 'bool') return Buffer.from([value === true ? 1 : 0])
  if (type === 'jsonb') return Buffer.concat([Buffer.from([1]), Buffer.from(JSON.stringify(value))])
  const bytes = Buffer.alloc(type === 'int8' ? 8 : 4)
  if (type === 'int8') bytes.writeBigInt64BE(BigInt(value as number))
  else bytes.writeInt32BE(value as number)
  return bytes
}

/** Rows as PostgreSQL sends them, a message each. */
function sent(columns: readonly CopyColumn[], rows: readonly Values[]): Buffer[] {
  const count = Buffer.alloc(2)
  count.writeInt16BE(columns.length)
  const messages = rows.map((row) =>
    Buffer.concat([count, ...columns.map(({ property, type }) => field(type, row[property]))]),
  )
  const [first = Buffer.from([255, 255]), ...others] = messages
  return [Buffer.concat([Buffer.alloc(19), first]), ...others]
}

async function received(
  codec: AnyTableDefinition['codec'],
  columns: readonly CopyColumn[],
  messages: readonly Buffer[],
): Promise<object[]> {
  const rows: object[] = []
  await new Promise<void>((resolve, reject) => {
    const copy = new CopyRows('', columns, (row) => rows.push(row), { resolve, reject }, { codec })
    for (const chunk of messages) copy.handleCopyData({ chunk })
    copy.handleReadyForQuery()
  })
  return rows
}

it('is what the definitions of the tables say now: if not, run node scripts/row-codecs.ts', () => {
  const bare = (source: string) => source.replaceAll(/[\s;]+|,(?=\s*[}\])])/g, '')
  for (const { path, source } of codecFiles())
    expect(bare(readFileSync(join(import.meta.dirname, '..', path), 'utf8')), path).toBe(bare(source))
})

describe.each(CODED_TABLES.map((definition) => [definition.name, definition] as const))('%s', (_, coded) => {
  const { codec: _codec, ...plain } = coded
  const columns = columnsOf(coded)
  const still = [...keyColumns(coded), ...(coded.fixed ?? [])]

  it('has code of its own', () => expect(coded.codec).toBeDefined())

  it('is read from a COPY as without its code, column by column in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowsOf(coded), { maxLength: 8 }), async (rows) => {
        const messages = sent(columns, rows)
        const byCode = await received(coded.codec, columns, messages)
        expect(byCode).toEqual(rows)
        expect(JSON.stringify(byCode)).toBe(JSON.stringify(await received(undefined, columns, messages)))
      }),
    )
  })

  it('refuses a row with a column more, one less, and one that ends too early', async () => {
    const more = [...columns, { property: 'unknown', type: 'text' as const }]
    for (const row of fc.sample(rowsOf(coded), 50))
      for (const wrong of [
        sent(more, [{ ...row, unknown: 'x' }]),
        sent(columns.slice(1), [row]),
        sent(columns, [row]).map((message) => message.subarray(0, message.length - 1)),
      ])
        await expect(received(coded.codec, columns, wrong)).rejects.toThrow('COPY sent')
  })

  it('has the same text as without its code, with nothing in a column too', () => {
    const [byCode, byName] = [rowText(coded), rowText(plain)]
    fc.assert(
      fc.property(rowsOf(coded), fc.nat(columns.length - 1), (row, gone) => {
        expect(byCode(row)).toBe(byName(row))
        const less = { ...row, [columns[gone]!.property]: undefined }
        expect(byCode(less)).toBe(byName(less))
      }),
    )
  })

  it('sees a change of what must not change, and a patch that names all', () => {
    const { isWhole, changedFixed } = coded.codec!
    fc.assert(
      fc.property(rowsOf(coded), rowsOf(coded), fc.nat(columns.length - 1), (before, after, gone) => {
        expect(changedFixed(before, after)).toBe(
          still.find((column) => before[column] !== after[column]) ?? null,
        )
        expect(changedFixed(before, { ...before })).toBeNull()
        expect(isWhole(before)).toBe(true)
        const { [columns[gone]!.property]: _gone, ...part } = before
        expect(isWhole(part)).toBe(false)
      }),
    )
  })

  it('is refused by the engine when its columns are others', () => {
    const changed = { ...coded, columns: { ...coded.columns, added: 'int8?' as const } }
    expect(() => new HotTables([changed])).toThrow('run node scripts/row-codecs.ts')
  })
})
