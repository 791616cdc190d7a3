import { expect, test, vi } from 'vitest'
import { consideration } from '#kernel/price.ts'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { feeOf } from '#modules/margin/model/charges.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { closePart } from '#modules/portfolio/model/close-part.ts'
import { aLot } from '#modules/portfolio/model/lot.fixture.ts'

// The page of holdings listens to the browser's network.
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { addEventListener: () => {}, documentElement: { id: '' } })
const { estimateClose } = await import('./close-form.ts')

test.each([
  ['whole', 1_000, 1_000],
  ['a part', 1_000, 300],
  ['the rest of a lot whose first part is closed', 700, 700],
])('what is shown before closing is what is realised: %s', (_, openQuantity, quantity) => {
  // Paid in full, so that no day's interest is rounded.
  const lot = aLot({
    openQuantity,
    closingQuantity: quantity,
    leverageTenths: 10,
    openFeeYen: 1_099,
    status: 'closing',
  })
  const { side, source, code } = lot
  const shown: Partial<LotView> = {
    ...{ side, source, code, openQuantity, accrued: 0, leverage: 1, openPrice: 3_480, averageCost: null },
    ...{ quantity: lot.quantity, margin: lot.marginYen, openFee: lot.openFeeYen },
  }
  const draft = draftFrom('a', { ...NO_MONEY, lotMargin: lot.marginYen })
  const fee = feeOf(consideration(34_760, quantity), FEE)
  const { profitYen } = closePart(draft, lot, {
    orderId: 'c',
    quantity,
    priceTenths: 34_760,
    fee,
    settlementDate: lot.settlementDate,
    at: 9,
  })
  expect(
    estimateClose([{ lot: shown as LotView, quantity }], [consideration(34_760, quantity)], FEE).profit,
  ).toBe(profitYen)
})

test('shares paid in full are sold against their average cost, whichever lots they are of', () => {
  const FREE = { ratePpm: 0, minYen: 0, maxYen: 0 }
  const part = (quantity: number, openPrice: number) => ({
    quantity,
    lot: {
      ...{ code: 'S214', side: 'up', leverage: 1, source: 'order', margin: 800_000, accrued: 0 },
      ...{ quantity, openQuantity: quantity, openPrice, openFee: 99, averageCost: 900 },
    } as LotView,
  })
  expect(estimateClose([part(1_000, 800)], [1_200_000], FREE)).toEqual({
    fee: 0,
    charges: 0,
    profit: 300_000,
  })
  // 22 yen are 20 and the tax on them.
  const parts = [part(300, 700), part(200, 1_300)]
  expect(estimateClose(parts, [360_000, 240_000], { ...FREE, minYen: 20, maxYen: 20 })).toMatchObject({
    fee: 22,
    profit: 150_000 - 22,
  })
})
