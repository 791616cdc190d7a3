import type { LotId, MemberId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { exDaysAfter, lotSplitsAfter } from '#modules/corporate-actions/server/public.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { entriesOf } from '#modules/ledger/server/public.ts'
import { leverageOf } from '#modules/orders/server/public.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { deliveriesOf, lotsOf } from '#modules/portfolio/server/public.ts'
import { lotThen, type PastSplit } from '../model/lot-then.ts'

const MOST_LOTS = 100_000
const NEVER_AGAIN: DateJst = '9999-12-31'

/** A member's lot by its id, as it stood at the end of a date. */
export type LotAt = (lotId: LotId, date: DateJst) => Lot

/**
 * The lots of a member with the shares, opening price, opening fee and leverage that they had at the end of a
 * date. `since`: the earliest that is asked. A later split or payment in full changes no figure of before.
 */
export async function lotHistory(
  db: Database,
  actions: Pick<CorporateActions, 'between'>,
  memberId: MemberId,
  since: DateJst,
): Promise<LotAt> {
  const lots = await lotsOf(db, memberId, { status: 'all', code: null, before: null, limit: MOST_LOTS })
  const notes = await lotSplitsAfter(db, memberId, since)
  const deliveries = await deliveriesOf(db, memberId, { from: addDays(since, 1), to: NEVER_AGAIN })
  const days = await exDaysAfter(db, [...new Set(lots.map(({ code }) => code))], since)
  const splits = days.flatMap(({ code, exDate, at }): PastSplit[] =>
    actions
      .between(exDate, exDate, code)
      .flatMap((action) => (action.kind === 'split' ? [{ ...action, at }] : [])),
  )
  const splitsOf = Map.groupBy(splits, ({ code }) => code)
  const noteOf = new Map(notes.map((note) => [`${note.lotId} ${note.exDate}`, note]))
  const takenOn = new Map(
    deliveries.filter(({ kind }) => kind === 'take').map(({ lotId, tradeDate }) => [lotId, tradeDate]),
  )
  const leverage = await leverageOf(
    db,
    memberId,
    lots.filter(({ id }) => takenOn.has(id)).map(({ orderId }) => orderId),
  )
  const lotById = new Map(lots.map((lot) => [lot.id, lot]))
  const feesOf = await openingFees(db, memberId, lots, splitsOf)
  return (lotId, date) => {
    const lot = lotById.get(lotId)
    assert(lot !== undefined, `the ledger names a lot ${lotId} that is none of the member's`)
    const later = (splitsOf.get(lot.code) ?? []).filter(({ exDate }) => exDate > date)
    const taken = takenOn.get(lotId)
    return {
      ...lot,
      ...lotThen(lot, later, (exDate) => noteOf.get(`${lotId} ${exDate}`)),
      ...(later.length === 0 ? {} : { openFeeYen: feesOf(lot, date) }),
      ...(taken !== undefined && taken > date ? { leverageTenths: leverage.get(lot.orderId)! } : {}),
    }
  }
}

/**
 * Opening fees of lots of which an issue has been split, at the end of a date: what the ledger charged, less
 * the roundings of splits until then.
 */
async function openingFees(
  db: Database,
  memberId: MemberId,
  lots: readonly Lot[],
  splitsOf: ReadonlyMap<string, readonly PastSplit[]>,
): Promise<(lot: Lot, date: DateJst) => Yen> {
  const entries = await Promise.all(
    lots
      .filter(({ code }) => splitsOf.has(code))
      .map(async ({ id }) => {
        const kinds = ['fee', 'split-rounding'] as const
        const about = { account: null, orderId: null, lotId: id, kinds }
        return [id, await entriesOf(db, memberId, { ...about, before: null, limit: MOST_LOTS })] as const
      }),
  )
  const entriesOfLot = new Map(entries)
  return (lot, date) =>
    (entriesOfLot.get(lot.id) ?? []).reduce((sum, { kind, orderId, tradeDate, yen }) => {
      if (kind === 'fee') return orderId === lot.orderId ? sum + yen : sum
      return tradeDate <= date ? sum - yen : sum
    }, 0)
}
