import fc from 'fast-check'
import { expect, it } from 'vitest'
import { correctedDebits } from './corrected-debits.ts'

const line = (id: string, kind: 'in' | 'out' | 'returned', yen = 500) => ({ id, kind, yen, bookedAt: 1 })
type Lines = Parameters<typeof correctedDebits>[0]

it.each<[what: string, lines: Lines, awaited: number | null, ids: string[]]>([
  ['a second debit and its return', [line('o', 'out'), line('r', 'returned')], null, ['o', 'r']],
  ['a return alone', [line('r', 'returned')], null, []],
  ['a debit alone', [line('o', 'out')], null, []],
  ['a return of another sum', [line('o', 'out'), line('r', 'returned', 499)], null, []],
  [
    'two returns of one second debit: the other is of the payment',
    [line('o', 'out'), line('r1', 'returned'), line('r2', 'returned')],
    null,
    ['o', 'r1'],
  ],
  ['the one debit of a payment that is awaited', [line('o', 'out'), line('r', 'returned')], 500, []],
  ['the one debit, of another sum', [line('o', 'out', 499), line('r', 'returned', 499)], 500, []],
  [
    'two debits of a payment that is awaited',
    [line('o1', 'out'), line('o2', 'out'), line('r', 'returned')],
    500,
    ['o2', 'r'],
  ],
  [
    'two debits of another sum than is awaited',
    [line('o1', 'out', 499), line('o2', 'out', 499), line('r', 'returned', 499)],
    500,
    ['o1', 'r'],
  ],
  [
    'a return of the sum that is awaited, beside a debit of another',
    [line('o1', 'out'), line('o2', 'out', 60), line('r', 'returned')],
    500,
    [],
  ],
  ['money that came in', [line('o', 'out'), line('i', 'in')], null, []],
])('pairs %s', (_what, lines, awaited, ids) =>
  expect([...correctedDebits(lines, awaited)].toSorted()).toEqual(ids),
)

it('leaves the sum of the lines as it is, and a debit for what is awaited', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('in', 'out', 'returned'), fc.integer({ min: 1, max: 3 }))),
      fc.option(fc.integer({ min: 1, max: 3 })),
      (drawn, awaited) => {
        const lines = drawn.map(([kind, yen], n) => line(`l${n}`, kind, yen))
        const found = correctedDebits(lines, awaited)
        const signed = lines
          .filter(({ id }) => found.has(id))
          .map(({ kind, yen }) => (kind === 'out' ? -yen : yen))
        expect(signed.reduce((sum, yen) => sum + yen, 0)).toBe(0)
        const debits = lines.filter(({ kind }) => kind === 'out')
        if (awaited !== null && debits.length > 0) expect(debits.some(({ id }) => !found.has(id))).toBe(true)
      },
    ),
  ))
