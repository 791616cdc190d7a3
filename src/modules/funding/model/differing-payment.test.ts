import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideSettlement, memberYen, returnable } from './differing-payment.ts'

const row = { yen: 100_000, paidYen: null, claimYen: null, state: 'approved', reference: '12880753' } as const
const over = { ...row, state: 'paid', paidYen: 130_000, claimYen: 30_000 } as const
const line = { kind: 'out', yen: 99_000, reference: '12880753', usedFor: null } as const
const facts = { isAlone: true, isNobodys: false, isCorrection: false, takesParts: true }
const credit = { kind: 'in', yen: 30_000, reference: null, usedFor: null } as const
const back = { ...line, kind: 'returned', yen: 30_000 } as const

it.each([
  ['less than was asked', row, line, 'short'],
  ['more than was asked', row, { ...line, yen: 100_001 }, 'over'],
  ['what was too much, come back', over, back, 'claim'],
  ['no line', row, undefined, 'LINE_NOT_FOUND'],
  ['a line that was counted', row, { ...line, usedFor: 'w1' }, 'LINE_USED'],
  ['a line of another payment', row, { ...line, reference: '00000000' }, 'LINE_OTHER_REFERENCE'],
  ['a line without a reference', row, { ...line, reference: null }, 'LINE_OTHER_REFERENCE'],
  ['the sum that was asked', row, { ...line, yen: 100_000 }, 'LINE_FITS'],
  ['money that came back', row, { ...line, kind: 'returned' }, 'LINE_OTHER_KIND'],
  ['one that nobody approved', { ...row, state: 'requested' }, line, 'WITHDRAWAL_DECIDED'],
  ['one that is paid', { ...row, state: 'paid' }, line, 'WITHDRAWAL_DECIDED'],
  ['one that was denied', { ...row, state: 'denied' }, line, 'WITHDRAWAL_DECIDED'],
  ['a second payment beside a claim', over, line, 'LINE_OTHER_KIND'],
  ['a part of what was too much', over, { ...back, yen: 29_999 }, 'claim'],
  ['more than the claim', over, { ...back, yen: 30_001 }, 'LINE_OTHER_AMOUNT'],
  ['incoming money of somebody else', over, credit, 'LINE_OTHER_REFERENCE'],
  ['a claim that has ended', { ...over, claimYen: null }, back, 'WITHDRAWAL_DECIDED'],
] as const)('%s', (_what, known, found, expected) => {
  const decided = decideSettlement(known, found, facts)
  expect(decided.ok ? decided.value : decided.rejection).toBe(expected)
})

it('of several lines of a reference none is taken by this act', () =>
  expect(decideSettlement(row, line, { ...facts, isAlone: false })).toMatchObject({
    rejection: 'RULE_SEVERAL_LINES',
  }))

it.each([
  ['a claim ends by money without a number of ours', over, credit, 'claim'],
  ['a claim ends by it in part', over, { ...credit, yen: 1 }, 'claim'],
  ['a claim does not end by more', over, { ...credit, yen: 30_001 }, 'LINE_OTHER_AMOUNT'],
  ['a claim does not end by money that was counted', over, { ...credit, usedFor: 'd1' }, 'LINE_USED'],
  ['a payment is not settled by it', row, credit, 'LINE_OTHER_REFERENCE'],
] as const)('%s', (_what, known, found, expected) => {
  const decided = decideSettlement(known, found, { ...facts, isNobodys: true })
  expect(decided.ok ? decided.value : decided.rejection).toBe(expected)
})

it('a claim does not end by the return of a second debit, nor in parts in records from before', () => {
  expect(decideSettlement(over, back, { ...facts, isCorrection: true })).toMatchObject({
    rejection: 'LINE_OF_SECOND_DEBIT',
  })
  expect(decideSettlement(over, { ...back, yen: 29_999 }, { ...facts, takesParts: false })).toMatchObject({
    rejection: 'LINE_OTHER_AMOUNT',
  })
})

it('gives each yen that the bank sent to the member or to the claim, and no member more than asked', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (yen, paidYen) => {
      const paid = { yen, paidYen, claimYen: paidYen > yen ? paidYen - yen : null }
      expect(returnable(paid)).toBe(paidYen)
      expect(memberYen(paid)).toBeLessThanOrEqual(yen)
    }),
  ))
