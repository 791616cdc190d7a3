import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { isSecretShown, readFirmEvents } from './firm-webhook.ts'

it.each([
  [
    ['closing.made', 'deposit.state', 'closing.made'],
    ['deposit.state', 'closing.made'],
  ],
  [[], null],
  ['closing.made', null],
  [['order.changed'], null],
  [['case.opened'], null],
  [undefined, null],
])('events %j: %j', (asked, read) => expect(readFirmEvents(asked)).toEqual(read))

it('a secret is read by whoever signed for it, for a day', () => {
  const row = { rotatedAt: 5, secretBy: 'op-1' }
  expect(isSecretShown(row, 'op-1', DAY + 4)).toBe(true)
  expect(isSecretShown(row, 'op-1', DAY + 5)).toBe(false)
  expect(isSecretShown(row, 'op-2', 6)).toBe(false)
  expect(isSecretShown({ rotatedAt: null, secretBy: null }, 'op-1', 6)).toBe(false)
})
