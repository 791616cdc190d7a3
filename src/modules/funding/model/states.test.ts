import { describe, expect, it } from 'vitest'
import {
  ACCOUNT_APPEAL,
  after,
  APPEAL,
  BANK_ACCOUNT,
  CLOSING,
  DEPOSIT,
  REFUND,
  statesOfLog,
  WITHDRAWAL,
  withdrawalLogStatus,
} from './states.ts'

/**
 * Every state with every act: where it leads, or – where it must lead nowhere. Written out here by hand, not
 * read from the machine. The machines differ in states and acts: no type is that of all of them.
 */
const TABLES: Record<string, [machine: any, acts: string[], rows: Record<string, string>]> = {
  'a bank account': [
    BANK_ACCOUNT,
    ['accept', 'reject', 'overturn', 'remove'],
    {
      pending: 'approved denied – removed',
      approved: '– – – removed',
      denied: '– – approved removed',
      removed: '– – – –',
    },
  ],
  'a deposit': [
    DEPOSIT,
    ['credit', 'refuse', 'cancel', 'lapse'],
    { pending: 'approved denied denied denied', approved: 'approved – – –', denied: '– – – –' },
  ],
  'a withdrawal': [
    WITHDRAWAL,
    ['approve', 'deny', 'cancel', 'pay', 'return'],
    {
      requested: 'approved denied cancelled – –',
      approved: '– denied cancelled paid returned',
      paid: '– – – – returned',
      denied: '– – – – –',
      cancelled: '– – – – –',
      returned: '– – – – –',
    },
  ],
  'a refund': [
    REFUND,
    ['pay', 'bounce', 'again'],
    { approved: 'paid – approved', paid: '– bounced –', bounced: '– – approved' },
  ],
  'an appeal': [APPEAL, ['grant', 'uphold'], { open: 'granted upheld', granted: '– –', upheld: '– –' }],
  'an appeal about an account': [
    ACCOUNT_APPEAL,
    ['overturn', 'uphold', 'withdraw'],
    { open: 'overturned upheld withdrawn', overturned: '– – –', upheld: '– – –', withdrawn: '– – –' },
  ],
  'a closing': [
    CLOSING,
    ['finish', 'revoke', 'again'],
    { closing: 'closed revoked –', closed: '– – closing', revoked: '– – closing' },
  ],
}
describe.each(Object.entries(TABLES))('%s', (_, [machine, acts, rows]) => {
  it('has these states and no others', () =>
    expect(Object.keys(machine).toSorted()).toEqual(Object.keys(rows).toSorted()))
  it('knows these acts and no others', () =>
    expect(new Set(Object.values(machine as object).flatMap((each: object) => Object.keys(each)))).toEqual(
      new Set(acts),
    ))
  it.each(Object.entries(rows))('%s: %s', (state, expected) => {
    expect(acts.map((act) => after(machine, state, act as never) ?? '–').join(' ')).toBe(expected)
  })
})

it('every state of a withdrawal stands under one word of the log', () => {
  expect(
    Object.fromEntries(Object.keys(WITHDRAWAL).map((state) => [state, withdrawalLogStatus(state as never)])),
  ).toEqual({
    requested: 'pending',
    approved: 'approved',
    paid: 'approved',
    denied: 'denied',
    cancelled: 'denied',
    returned: 'denied',
  })
  expect(statesOfLog('denied')).toEqual(['denied', 'cancelled', 'returned'])
})
