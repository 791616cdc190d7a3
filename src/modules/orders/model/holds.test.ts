import { expect, test } from 'vitest'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { hold, release } from './holds.ts'

const order = { id: 'o', code: 'S214' }

test('money for an order: available first, then unsettled; what comes back goes where it came from, the last first', () => {
  const draft = draftFrom('a', { ...NO_MONEY, available: 100, unsettled: 80 })
  let held = { holdAvailableYen: 0, holdUnsettledYen: 0 }
  const steps: [act: typeof hold, yen: number, available: number, unsettled: number][] = [
    [hold, 70, 70, 0],
    [hold, 60, 100, 30],
    [hold, 20, 100, 50],
    [release, 20, 100, 30],
    [release, 40, 90, 0],
    [hold, 15, 100, 5],
    [release, 105, 0, 0],
  ]
  for (const [act, yen, available, unsettled] of steps) {
    held = act(draft, { ...order, ...held }, yen)
    expect(held).toEqual({ holdAvailableYen: available, holdUnsettledYen: unsettled })
    expect(draft.balances).toEqual({
      ...NO_MONEY,
      available: 100 - available,
      unsettled: 80 - unsettled,
      orderHold: available + unsettled,
    })
  }
  expect(new Set(draft.transfers.map(({ kind, orderId, code }) => `${kind} ${orderId} ${code}`))).toEqual(
    new Set(['order-hold o S214', 'order-release o S214']),
  )
})
