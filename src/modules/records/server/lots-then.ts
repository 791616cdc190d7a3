import type { LotId, MemberId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { exDaysAfter, lotSplitsAfter } from '#modules/corporate-actions/server/public.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { leverageOf } from '#modules/orders/server/public.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { deliveriesOf, lotsOf } from '#modules/portfolio/server/public.ts'
import { lotThen, type PastSplit } from '../model/lot-then.ts'

const MOST_LOTS = 100_000
const NEVER_AGAIN: DateJst = '9999-12-31'

/** A member's lot by its id, as it stood at the end of a date. */
export type LotAt = (lotId: LotId, date: DateJst) => Lot

/**
 * The lots of a member with the shares, opening price and leverage that they had at the end of a date.
 * `since`: the earliest that is asked. A later split or payment in full changes no figure of before.
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
  return (lotId, date) => {
    const lot = lotById.get(lotId)
    assert(lot !== undefined, `the ledger names a lot ${lotId} that is none of the member's`)
    const later = (splitsOf.get(lot.code) ?? []).filter(({ exDate }) => exDate > date)
    const taken = takenOn.get(lotId)
    return {
      ...lot,
      ...lotThen(lot, later, (exDate) => noteOf.get(`${lotId} ${exDate}`)),
      ...(taken !== undefined && taken > date ? { leverageTenths: leverage.get(lot.orderId)! } : {}),
    }
  }
}
