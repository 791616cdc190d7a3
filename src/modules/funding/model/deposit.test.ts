import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { decideDeposit, matchDeposit, type DepositFacts, type IncomingLine } from './deposit.ts'
import { instructionsText } from './instructions.ts'
import { isReference, readPayer, referenceFrom } from './reference.ts'

const fine: DepositFacts = { isVerified: true, isClosing: false, pending: 0 }
const decisions: [Partial<DepositFacts>, string | null][] = [
  [{}, null],
  [{ pending: 4 }, null],
  [{ isVerified: false, isClosing: true, pending: 9 }, 'IDENTITY_REQUIRED'],
  [{ isClosing: true, pending: 9 }, 'ACCOUNT_CLOSING'],
  [{ pending: 5 }, 'DEPOSITS_PENDING'],
]
test.each(decisions)('%j: %s', (facts, rejection) => {
  const decided = decideDeposit({ ...fine, ...facts })
  expect(decided.ok ? null : decided.rejection).toBe(rejection)
})

const deposit = { reference: '12345674', payerHash: 'hash-of-the-member' }
const line: IncomingLine = {
  kind: 'in',
  yen: 500_000,
  reference: '12345674',
  payerHash: 'hash-of-the-member',
  usedFor: null,
}
const lines: [string, IncomingLine | undefined, string | number][] = [
  ['its own', line, 500_000],
  ['another sum than announced', { ...line, yen: 1 }, 1],
  ['none', undefined, 'LINE_NOT_FOUND'],
  ['one that paid another deposit', { ...line, usedFor: 'x', kind: 'out' }, 'LINE_USED'],
  ['money that went out', { ...line, kind: 'out', reference: '1' }, 'LINE_OTHER_KIND'],
  ['another reference', { ...line, reference: '12345675', payerHash: null }, 'LINE_OTHER_REFERENCE'],
  ['no reference', { ...line, reference: null }, 'LINE_OTHER_REFERENCE'],
  ['another payer', { ...line, payerHash: 'somebody else' }, 'LINE_OTHER_PAYER'],
  ['no payer', { ...line, payerHash: null }, 'LINE_OTHER_PAYER'],
]
test.each(lines)('a deposit and a line of the bank: %s', (_, candidate, outcome) => {
  const matched = matchDeposit(deposit, candidate)
  expect(matched.ok ? matched.value : matched.rejection).toBe(outcome)
})

test('every reference carries its check digit, and one wrong digit is noticed', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      fc.nat(7),
      fc.integer({ min: 1, max: 9 }),
      (bytes, at, by) => {
        const reference = referenceFrom(bytes)
        expect(isReference(reference)).toBe(true)
        const wrong =
          reference.slice(0, at) + String((Number(reference[at]) + by) % 10) + reference.slice(at + 1)
        expect(isReference(wrong)).toBe(false)
      },
    ),
  )
})

const reference = referenceFrom(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))
const payers: [string, string | null, string][] = [
  [`${reference} ｻﾄｳ ﾊﾙｶ`, reference, 'サトウ ハルカ'],
  [`ｻﾄｳ ﾊﾙｶ ${reference}`, reference, 'サトウ ハルカ'],
  [`${reference}ｻﾄｳﾊﾙｶ`, reference, 'サトウハルカ'],
  ['ｻﾄｳ ﾊﾙｶ', null, 'サトウ ハルカ'],
  [`1${reference} ｻﾄｳ`, null, `1${reference} サトウ`],
  [`${reference} ${reference} ｻﾄｳ`, null, `${reference} ${reference} サトウ`],
  ['', null, ''],
]
test.each(payers)('the payer line "%s"', (text, found, name) =>
  expect(readPayer(text)).toEqual({ reference: found, name }),
)

test('what the firm signs is one text for one page, and another for any other', () => {
  const page = {
    depositId: 'd',
    yen: 1,
    method: 'bank',
    reference,
    bankCode: '9999',
    bankName: 'b',
    branchCode: '001',
    branchName: 'n',
    accountType: 'ordinary' as const,
    accountNumber: '0010010',
    holder: 'h',
    requestedAt: 5,
  }
  expect(instructionsText({ ...page })).toBe(instructionsText(page))
  expect(instructionsText({ ...page, accountNumber: '0010011' })).not.toBe(instructionsText(page))
  expect(instructionsText(page).startsWith('AKARI-DEPOSIT-v1\u0000{')).toBe(true)
})
