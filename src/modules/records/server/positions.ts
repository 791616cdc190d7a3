import type { MemberId } from '#kernel/id.ts'
import type { Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { UNIT } from '#modules/instruments/model/universe.ts'
import { memberAccount } from '#modules/ledger/model/accounts.ts'
import { entriesOf } from '#modules/ledger/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import type { MarginEntry } from '../model/position.ts'

const MOST_ENTRIES = 100_000

/** All entries into and out of a member's margin, as the ledger wrote them, oldest first. */
export async function marginEntriesOf(
  db: Database,
  memberId: MemberId,
): Promise<(MarginEntry & { readonly tradeDate: DateJst })[]> {
  const account = memberAccount(memberId, 'lotMargin')
  const entries = await entriesOf(db, memberId, {
    before: null,
    limit: MOST_ENTRIES,
    account: 'lotMargin',
    orderId: null,
    lotId: null,
  })
  return entries
    .toReversed()
    .map((row) => ({
      lotId: row.lotId!,
      yen: row.credit === account ? row.yen : 0 - row.yen,
      opens: row.kind === 'lot-margin' || row.kind === 'allotment',
      leaves: row.kind !== 'split-fraction',
      tradeDate: row.tradeDate,
    }))
}

/** Shares that came into a lot in all, and its unit: what a reverse split left may make no whole one. */
export function sharesOf(
  market: Pick<MarketPublic, 'instrument'>,
  { code, quantity, openQuantity }: Lot,
): { quantity: Quantity; unit: Quantity } {
  const unit = market.instrument(code)?.unit ?? UNIT
  return { quantity, unit: quantity % unit === 0 && openQuantity % unit === 0 ? unit : 1 }
}
