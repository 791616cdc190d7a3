import { yenOf } from '#kernel/price.ts'
import { dateJst, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, done, SYSTEM_CALLER, type NondeterministicInputs } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { UNIT_SHARES } from '#modules/draws/model/apply.ts'
import type { DrawsPublic } from '#modules/draws/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { preOpenAt } from '#modules/instruments/model/schedule.ts'
import { post } from '#modules/ledger/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import { numberOf } from '#modules/orders/model/order.ts'
import { openAllotted } from '#modules/portfolio/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { results, wins, type WinRow } from './tables.ts'
import { changed } from './win.ts'

export type IssueDeps = { draws: DrawsPublic; listings: ListingsPublic }
type Issue = { offeringId: string; issueOn: DateJst; at: Ms }

const bought = (tables: TableReader, offeringId: string): WinRow[] =>
  tables
    .of(wins)
    .by('offering', offeringId)
    .filter(({ state, lotId }) => state === 'approved' && lotId === null)

/**
 * The issue date: shares that are paid become lots at 1× (product decision 7), without commission, at the
 * offer price. Run again it changes nothing.
 */
export const issueCommand = ({ draws }: IssueDeps) =>
  defineCommand({
    type: 'ipo.issue',
    captureInputs: (world: NondeterministicInputs, { offeringId }: Issue, _call, tables) => ({
      lotIds: bought(tables, offeringId).map(() => world.id()),
    }),
    run(tables, { offeringId, issueOn, at }: Issue, { lotIds }, call) {
      const result = tables.of(results).get(offeringId)!
      if (result.listedAt !== null) return done({ lots: 0 })
      const { code, offerTenths: priceTenths } = result
      const step = draws.step(tables, { seq: call.seq, at, tradeDate: issueOn })
      const events = bought(tables, offeringId).flatMap((win, index) => {
        const quantity = win.units * UNIT_SHARES
        const lot = openAllotted(
          tables,
          step.drafts.of(win.memberId),
          {
            id: lotIds[index]!,
            number: numberOf('L', issueOn, call.seq, index),
            applicationId: win.id,
            source: 'ipo',
            code,
            quantity,
            priceTenths,
            tradeDate: issueOn,
            settlementDate: issueOn,
            at,
          },
          'paidShares',
        )
        tables.of(wins).update(win, { lotId: lot.id })
        return [
          lotChanged(lot),
          ...changed(win.memberId),
          notify(tables, step, win.memberId, {
            kind: 'ipoListed',
            args: { code, quantity, price: yenOf(priceTenths) },
            lotId: lot.id,
          }),
        ]
      })
      tables.of(results).update(result, { listedAt: at })
      post(tables, step, step.drafts.transfers())
      return done({ lots: lotIds.length }, events)
    },
  })

/**
 * Before the exchange takes the first order for the day, so that what was bought can be sold in its opening
 * auction.
 */
const BEFORE_ACCEPTANCE: Ms = SECOND

/** Each trading day: issues whose date it is. */
export function issueJob(
  context: AppContext,
  { listings }: Pick<IssueDeps, 'listings'>,
  command: ReturnType<typeof issueCommand>,
): Job {
  const { calendar, schedule } = context
  const beginsAt = (date: DateJst): Ms => preOpenAt(schedule, date) - BEFORE_ACCEPTANCE
  return {
    name: 'ipo.issue',
    next(after) {
      const date = dateJst(after)
      return calendar.isTradingDay(date) && beginsAt(date) > after
        ? beginsAt(date)
        : beginsAt(calendar.next(date))
    },
    async run(at) {
      for (const { id: offeringId, isVoid, listedAt } of context.engine.read.of(results).all()) {
        const listing = listings.terms(context.engine.read, 'ipo', offeringId)!
        const { issueOn } = listing.terms
        if (!isVoid && !listing.isVoid && listedAt === null && issueOn <= dateJst(at))
          await context.engine.submit(command, { offeringId, issueOn, at }, SYSTEM_CALLER)
      }
    },
  }
}
