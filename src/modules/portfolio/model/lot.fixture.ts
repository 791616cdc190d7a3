import type { Lot } from './lot.ts'
import { NO_TRAIL } from './trail.ts'

/**
 * A thousand shares at 3,480 yen, 2.5×: 3,480,000 yen of notional, 1,392,000 locked, 266 yen of interest for
 * each day (⌊3,480,000 × 2.8 % ÷ 365⌋).
 */
export const aLot = (patch: Partial<Lot> = {}): Lot => ({
  id: 'l',
  number: 'L-1',
  orderId: 'o',
  source: 'order',
  memberId: 'a',
  code: 'S214',
  side: 'up',
  leverageTenths: 25,
  quantity: 1_000,
  openQuantity: 1_000,
  closingQuantity: 0,
  openPriceTenths: 34_800,
  marginYen: 1_392_000,
  openFeeYen: 1_100,
  closeFeeYen: 0,
  chargesYen: 0,
  realizedYen: 0,
  closedYen: 0,
  takeProfitTenths: null,
  stopLossTenths: null,
  ...NO_TRAIL,
  trailedAt: null,
  triggeredBy: null,
  tradeDate: '2026-11-16',
  settlementDate: '2026-11-18',
  exitsAt: 0,
  openedAt: 0,
  closedAt: null,
  status: 'holding',
  ...patch,
})
