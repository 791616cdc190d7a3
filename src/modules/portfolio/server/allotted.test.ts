import { expect, it } from 'vitest'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { TAX_TABLES } from '#modules/tax/server/public.ts'
import { openAllotted, type Allotted } from './allotted.ts'
import { lots } from './tables.ts'

const allotted: Allotted = {
  id: 'l1',
  number: 'L-1',
  applicationId: 'a1',
  source: 'ipo',
  code: 'X901',
  quantity: 300,
  priceTenths: 18_505,
  tradeDate: '2026-11-27',
  settlementDate: '2026-12-01',
  at: 1_000,
}

it.each(['paidShares', 'subscriptionHold'] as const)(
  'allotted shares are a 1× lot without commission, paid from %s',
  (from) => {
    const tables = new HotTables([lots, ...TAX_TABLES])
    const draft = draftFrom('m1', { ...NO_MONEY, [from]: 600_000 })
    const lot = openAllotted(tables.access, draft, allotted, from)
    expect(draft.balances).toMatchObject({ [from]: 44_850, lotMargin: 555_150 })
    expect(draft.transfers).toEqual([
      {
        memberId: 'm1',
        from,
        to: 'lotMargin',
        yen: 555_150,
        taxYen: 0,
        kind: 'allotment',
        lotId: 'l1',
        code: 'X901',
      },
    ])
    expect(lot).toMatchObject({
      source: 'ipo',
      orderId: 'a1',
      side: 'up',
      leverageTenths: 10,
      openQuantity: 300,
      marginYen: 555_150,
      openFeeYen: 0,
      status: 'holding',
    })
    expect(tables.access.of(lots).by('member', 'm1')).toEqual([lot])
  },
)

it('what is not set aside cannot be paid with', () => {
  const tables = new HotTables([lots, ...TAX_TABLES])
  expect(() =>
    openAllotted(
      tables.access,
      draftFrom('m1', { ...NO_MONEY, paidShares: 555_149 }),
      allotted,
      'paidShares',
    ),
  ).toThrow('paidShares of member m1 would be -1')
})
