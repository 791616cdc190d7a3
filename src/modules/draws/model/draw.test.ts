import { argon2Sync } from 'node:crypto'
import { expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { bytesOf } from '#modules/trust/model/bytes.ts'
import {
  byTicket,
  chainSalt,
  chainStart,
  commitmentOf,
  drawn,
  drawnPerLot,
  keyOf,
  LINK,
  rootOf,
  type Entry,
} from './draw.ts'

/** Test vectors of security-and-trust. */
const ID = 'IPO-2026-0001'
const [OPERATOR, AUDITOR, BEACON] = ['11'.repeat(32), '22'.repeat(32), '7b'.repeat(32)]
const ENTRIES: Entry[] = [1, 2, 3, 4, 5, 6].map((n) => ({
  ticket: `T000${n}`,
  lots: n,
  r: `0${n}`.repeat(16),
}))
const ROOT = 'c8fbb99d0207c11c732602fa326ad50f8d70eb7173882a4b29c9f311406c5c4f'
const KEY = 'f50474b68342e08671056ea54270f25eccbfa47a978bf430bf2e2ea5ba17a03b'

it('commitments, root and key are those of the vectors', () => {
  expect(commitmentOf(ID, 'operator', OPERATOR)).toBe(
    '24ae250c64b69727b35c2d8f874a96584a817c4494b9788225bb658e06ac9f83',
  )
  expect(commitmentOf(ID, 'auditor', AUDITOR)).toBe(
    '4415d78bd595a107855fb5a3299eeb1be3f3aee241135c31156e2fb038bb2101',
  )
  expect(rootOf(ENTRIES.toReversed())).toBe(ROOT)
  expect(
    keyOf({ id: ID, tickets: 6, root: ROOT, beacon: BEACON, operatorSeed: OPERATOR, auditorSeed: AUDITOR }),
  ).toBe(KEY)
})

const unhashable: [what: string, entries: Entry[]][] = [
  ['no entry', []],
  ['a letter that is none of ASCII', [{ ...ENTRIES[0]!, ticket: 'T\u0080' }]],
  ['half a lot', [{ ...ENTRIES[0]!, lots: 1.5 }]],
  ['less than none', [{ ...ENTRIES[0]!, lots: -1 }]],
  ['more than four bytes', [{ ...ENTRIES[0]!, lots: 2 ** 32 }]],
  ['too few random bytes', [{ ...ENTRIES[0]!, r: '00'.repeat(15) }]],
]
it.each(unhashable)('%s has no root', (_, entries) => expect(() => rootOf(entries)).toThrow())

it('tickets are sorted; of the same one each stays where it was', () => {
  const entries = ['T3', 'T1', 'T2', 'T1'].map((ticket, index) => ({ ticket, index }))
  expect(byTicket(entries).map(({ ticket, index }) => `${ticket} ${index}`)).toEqual([
    'T1 1',
    'T1 3',
    'T2 2',
    'T3 0',
  ])
})

it('order and lots are those of the vectors', () => {
  const result = drawn(ENTRIES, KEY, 8)
  expect(result.map(({ ticket }) => ticket)).toEqual(['T0002', 'T0005', 'T0006', 'T0003', 'T0004', 'T0001'])
  expect(result.map(({ lots }) => lots)).toEqual([2, 2, 1, 1, 1, 1])
  expect(result.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6])
  expect([...drawnPerLot(ENTRIES, KEY, 8)].toSorted()).toEqual([
    ['T0001', 1],
    ['T0002', 1],
    ['T0004', 1],
    ['T0005', 3],
    ['T0006', 2],
  ])
})

it('the third link of the chain is that of the vectors', () => {
  let link = chainStart(ID, ROOT)
  for (let n = 0; n < 3; n++)
    link = hexOf(argon2Sync('argon2id', { ...LINK, message: bytesOf(link, 32), nonce: chainSalt(ID) }))
  expect(link).toBe('d87df7b0c5b805bd8468fcb1e70607326d87c40dc7a3388f2414039ac989a0bc')
})
