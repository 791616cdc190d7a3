import { expect, it } from 'vitest'
import { decideRefund, readSender, type SenderFacts } from './refund.ts'

const LINE = { kind: 'in', yen: 77_000, usedFor: null } as const
const USED = { ...LINE, usedFor: 'refund-1' }

it.each([
  ['a line that stands for nothing', LINE, null, 77_000, 'new'],
  ['no line', undefined, null, 77_000, 'LINE_NOT_FOUND'],
  ['money that went out', { ...LINE, kind: 'out' }, null, 77_000, 'LINE_OTHER_KIND'],
  ['a payment that came back to the firm', { ...LINE, kind: 'returned' }, null, 77_000, 'LINE_OTHER_KIND'],
  ['a credited line', { ...LINE, usedFor: 'deposit' }, null, 77_000, 'LINE_USED'],
  ['one yen more than came', LINE, null, 77_001, 'LINE_OTHER_AMOUNT'],
  ['one yen less than came', LINE, null, 76_999, 'LINE_OTHER_AMOUNT'],
  ['other details before a file', USED, { state: 'approved', isWithBank: false }, 77_000, 'again'],
  ['a payment with the bank', USED, { state: 'approved', isWithBank: true }, 77_000, 'REFUND_UNDER_WAY'],
  ['what has gone back', USED, { state: 'paid', isWithBank: true }, 77_000, 'REFUND_UNDER_WAY'],
  ['what came back', USED, { state: 'bounced', isWithBank: true }, 77_000, 'again'],
] as const)('%s', (_what, line, known, yen, answer) => {
  const decided = decideRefund(line, known, yen)
  expect(decided.ok ? decided.value : decided.rejection).toBe(answer)
})

const FACTS: SenderFacts = { bankName: 'a', branchName: 'b', isPayer: (holder) => holder === 'ｽｽﾞｷ' }
const TYPED = { holder: 'スズキ', number: '123', type: 'ordinary' } as const
it.each([
  ['the payer', {}, {}, { holder: 'ｽｽﾞｷ', number: '0000123' }],
  ['nobody', { holder: ' ' }, {}, 'HOLDER_REQUIRED'],
  ['a name that no bank writes', { holder: '鈴木' }, {}, 'HOLDER_CHARACTERS'],
  ['somebody else', { holder: 'サトウ' }, {}, 'LINE_OTHER_PAYER'],
  [
    'somebody, of whom the bank says nothing',
    { holder: 'サトウ' },
    { isPayer: () => null },
    { holder: 'ｻﾄｳ', number: '0000123' },
  ],
  ['no such bank', {}, { bankName: null }, 'BANK_UNKNOWN'],
  ['no such branch', {}, { branchName: null }, 'BRANCH_UNKNOWN'],
  ['eight digits', { number: '12345678' }, {}, 'ACCOUNT_NUMBER'],
  ['no number', { number: '0000000' }, {}, 'ACCOUNT_NUMBER'],
])('%s', (_what, typed, facts, answer) => {
  const read = readSender({ ...TYPED, ...typed }, { ...FACTS, ...facts })
  expect(read.ok ? read.value : read.rejection).toEqual(answer)
})
