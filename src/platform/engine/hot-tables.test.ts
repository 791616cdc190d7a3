import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HotTables } from './hot-tables.ts'
import { SortedList } from './sorted-list.ts'
import { defineAppendTable, defineTable } from './table.ts'

type Thing = { id: number; group: string | null; price: number; open: boolean }
const things = defineTable<Thing>()({
  name: 'things',
  columns: { id: 'int8', group: 'text?', price: 'int8', open: 'bool' },
  key: 'id',
  hot: { when: (row) => row.open, sql: 'open' },
  indexes: { byGroup: (row) => row.group },
  ordered: { byPrice: { group: (row) => row.group, value: (row) => row.price } },
})
const pairs = defineTable<{ a: string; b: number; value: number }>()({
  name: 'pairs',
  columns: { a: 'text', b: 'int8', value: 'int8' },
  key: ['a', 'b'],
})
const log = defineAppendTable<{ id: number }>()({ name: 'transfers', columns: { id: 'int8' }, key: 'id' })
const GROUPS = ['x', 'y', 'z', null]

const open = () => new HotTables([things, pairs, log])
const thing = (id: number, patch: Partial<Thing> = {}): Thing => ({
  id,
  group: 'x',
  price: 10,
  open: true,
  ...patch,
})

/** All that a command can see. */
function visible(tables: HotTables) {
  const table = tables.access.of(things)
  return {
    all: table.all(),
    size: table.size,
    pairs: tables.access.of(pairs).all(),
    groups: GROUPS.slice(0, 3).map((group) => [
      table.by('byGroup', group!),
      table.range('byPrice', group!),
      table.range('byPrice', group!, { from: 3, to: 6 }),
    ]),
  }
}

/** The same from the rows alone, the slow way. */
function expected(tables: HotTables) {
  const rows = tables.access.of(things).all()
  const byPrice = (a: Thing, b: Thing) => a.price - b.price || a.id - b.id
  return GROUPS.slice(0, 3).map((group) => {
    const inGroup = rows.filter((row) => row.group === group)
    const sorted = inGroup.toSorted(byPrice)
    return [inGroup, sorted, sorted.filter(({ price }) => price >= 3 && price <= 6)]
  })
}

const step = fc.record({
  id: fc.integer({ min: 0, max: 15 }),
  group: fc.constantFrom(...GROUPS),
  price: fc.integer({ min: 0, max: 9 }),
  open: fc.boolean(),
  what: fc.constantFrom('thing', 'pair', 'log'),
})
const command = fc.record({ steps: fc.array(step, { maxLength: 12 }), ok: fc.boolean() })

function apply(
  tables: HotTables,
  steps: readonly { id: number; group: string | null; price: number; open: boolean; what: string }[],
): void {
  for (const { what, ...row } of steps) {
    if (what === 'log') tables.access.of(log).insert({ id: row.id })
    else if (what === 'pair') {
      const table = tables.access.of(pairs)
      const before = table.get(String(row.group), row.id)
      if (before === undefined) table.insert({ a: String(row.group), b: row.id, value: row.price })
      else table.update(before, { value: row.price })
    } else {
      const table = tables.access.of(things)
      const before = table.get(row.id)
      if (before === undefined) table.insert(row)
      else table.update(before, row)
    }
  }
}

describe('undo', () => {
  it('leaves no trace of a command, whatever it wrote and in whatever order', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 12 }), (history) => {
        const tables = open()
        const kept = open()
        for (const { steps, ok } of history) {
          const before = visible(tables)
          apply(tables, steps)
          if (ok) {
            tables.keep()
            apply(kept, steps)
            kept.keep()
          } else {
            tables.undo()
            expect(visible(tables)).toEqual(before)
          }
          expect(visible(tables).groups).toEqual(expected(tables))
        }
        expect(visible(tables)).toEqual(visible(kept))
        expect(tables.takeChanges()).toEqual(kept.takeChanges())
      }),
      { numRuns: 500 },
    )
  })
})

describe('a table', () => {
  it('gives lists in key order, however the rows came to be there', () => {
    const tables = open()
    for (const id of [5, 1, 9, 3]) tables.access.of(things).insert(thing(id))
    expect(
      tables.access
        .of(things)
        .by('byGroup', 'x')
        .map(({ id }) => id),
    ).toEqual([1, 3, 5, 9])
    expect(
      tables.access
        .of(things)
        .all()
        .map(({ id }) => id),
    ).toEqual([1, 3, 5, 9])
  })

  it('refuses a change of a version that is not the current one', () => {
    const table = open().access.of(things)
    const first = table.insert(thing(1))
    table.update(first, { price: 11 })
    expect(() => table.update(first, { price: 12 })).toThrow('not the current one')
    expect(() => table.update(thing(2), { price: 12 })).toThrow('not the current one')
  })

  it('refuses a taken key, another key, and an index that it has not', () => {
    const table = open().access.of(things)
    const row = table.insert(thing(1))
    expect(() => table.insert(thing(1))).toThrow('is there already')
    expect(() => table.update(row, { id: 2 })).toThrow('cannot change')
    expect(() => table.by('nothing' as never, 'x')).toThrow('no index')
  })

  it('keeps versions: an older one never changes', () => {
    const table = open().access.of(things)
    const first = table.insert(thing(1))
    const second = table.update(first, { price: 99 })
    expect([first.price, second.price]).toEqual([10, 99])
  })

  it('lets a row go at the end of the command that made it cold, and sends it to the disk all the same', () => {
    const tables = open()
    const table = tables.access.of(things)
    const row = table.insert(thing(1))
    tables.keep()
    tables.takeChanges()
    const closed = table.update(row, { open: false })
    expect(table.get(1)).toBe(closed)
    tables.keep()
    expect(table.get(1)).toBeUndefined()
    expect(table.by('byGroup', 'x')).toEqual([])
    expect(tables.takeChanges()).toEqual([{ definition: things, rows: [closed], known: true }])
  })

  it('sends the latest version of a row once a batch, even when it left and came back', () => {
    const tables = open()
    const table = tables.access.of(things)
    table.update(table.insert(thing(1)), { open: false })
    tables.keep()
    const again = table.insert(thing(1, { price: 77 }))
    tables.keep()
    expect(tables.takeChanges()).toEqual([{ definition: things, rows: [again], known: false }])
    expect(tables.takeChanges()).toEqual([])
  })

  it('sends only the later one when a row that the disk knows leaves and its key comes back in the same batch', () => {
    const tables = open()
    const table = tables.access.of(things)
    const first = table.insert(thing(1))
    tables.keep()
    tables.takeChanges()
    table.update(first, { open: false })
    tables.keep()
    const again = table.insert(thing(1, { price: 78 }))
    tables.keep()
    expect(tables.takeChanges()).toEqual([{ definition: things, rows: [again], known: false }])
  })

  it('refuses to change a fixed column', () => {
    const prices = { ...things, fixed: ['price'] as const }
    const table = new HotTables([prices]).access.of(prices)
    expect(() => table.update(table.insert(thing(1)), { price: 1 })).toThrow('price of a row cannot change')
  })
})

describe('rows from the disk', () => {
  it('stand as rows that were inserted, in whatever order they come', () => {
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 0, max: 60 }),
        group: fc.constantFrom(...GROUPS),
        price: fc.integer({ min: 0, max: 9 }),
      }),
      { selector: ({ id }) => id, maxLength: 50 },
    )
    fc.assert(
      fc.property(rows, fc.array(command, { maxLength: 6 }), (found, commands) => {
        const [loaded, inserted] = [open(), open()]
        for (const { id, ...rest } of found) loaded.load(things, thing(id, rest))
        for (const { id, ...rest } of found.toReversed()) inserted.access.of(things).insert(thing(id, rest))
        inserted.keep()
        for (const { steps, ok } of commands) {
          for (const tables of [loaded, inserted]) {
            apply(tables, steps)
            if (ok) tables.keep()
            else tables.undo()
          }
          expect(visible(loaded)).toEqual(visible(inserted))
        }
        expect(visible(loaded)).toEqual(visible(inserted))
        expect(visible(loaded).groups).toEqual(expected(loaded))
      }),
    )
  })

  it('are refused twice under one key', () => {
    const tables = open()
    tables.load(things, thing(1))
    expect(() => tables.load(things, thing(1))).toThrow('is there already')
  })
})

describe('a sorted list', () => {
  it('agrees with a sorted array over 5,000 random additions and removals', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 2_000, maxLength: 5_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        (values, from) => {
          const list = new SortedList<number>((a, b) => a - b)
          const model = new Set<number>()
          for (const [at, value] of values.entries()) {
            if (model.delete(value)) list.remove(value)
            else {
              model.add(value)
              if (at % 500 < 200) list.addLater(value)
              else list.add(value)
            }
          }
          const sorted = [...model].sort((a, b) => a - b)
          expect(list.map((value) => value)).toEqual(sorted)
          expect([...list.from((value) => value >= from)]).toEqual(sorted.filter((value) => value >= from))
          expect(list.size).toBe(sorted.length)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('says so when what it is to remove is not there', () => {
    const list = new SortedList<number>((a, b) => a - b)
    list.add(1)
    expect(() => list.remove(2)).toThrow()
    expect(() => list.remove(0)).toThrow()
  })
})
