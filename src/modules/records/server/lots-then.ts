import type { LotId, MemberId } from '#kernel/id.ts'
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

/**
 * All lots of a member by id, with the shares, the opening price and the leverage that they had at the end of
 * a date: a later split or payment in full changes no paper of before.
 */
export async function lotsThen(
  db: Database,
  actions: Pick<CorporateActions, 'between'>,
  memberId: MemberId,
  date: DateJst,
): Promise<ReadonlyMap<LotId, Lot>> {
  const [lots, notes, deliveries] = await Promise.all([
    lotsOf(db, memberId, { status: 'all', code: null, before: null, limit: MOST_LOTS }),
    lotSplitsAfter(db, memberId, date),
    deliveriesOf(db, memberId, { from: addDays(date, 1), to: NEVER_AGAIN }),
  ])
  const days = await exDaysAfter(db, [...new Set(lots.map(({ code }) => code))], date)
  const splits = days.flatMap(({ code, exDate, at }): PastSplit[] =>
    actions
      .between(exDate, exDate, code)
      .flatMap((action) => (action.kind === 'split' ? [{ ...action, at }] : [])),
  )
  const noteOf = new Map(notes.map((note) => [`${note.lotId} ${note.exDate}`, note]))
  const taken = new Set(deliveries.filter(({ kind }) => kind === 'take').map(({ lotId }) => lotId))
  const leverage = await leverageOf(
    db,
    memberId,
    lots.filter(({ id }) => taken.has(id)).map(({ orderId }) => orderId),
  )
  return new Map(
    lots.map((lot) => [
      lot.id,
      {
        ...lot,
        ...lotThen(lot, splits, (exDate) => noteOf.get(`${lot.id} ${exDate}`)),
        ...(taken.has(lot.id) ? { leverageTenths: leverage.get(lot.orderId)! } : {}),
      },
    ]),
  )
}
